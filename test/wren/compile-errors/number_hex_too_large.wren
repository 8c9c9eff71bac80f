System.print(0x10000000000000000)  // expect error: Error: Number literal was too large (8).
