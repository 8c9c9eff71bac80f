System.print(1e-310) // expect error: Error: Number literal was too large (8).
System.print(0.0e-310)
System.print(2.3e-308)
System.print(1e-400) // expect error: Error: Number literal was too large (8).
