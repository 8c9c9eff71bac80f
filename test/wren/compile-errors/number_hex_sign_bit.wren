System.print(0x8000000000000000)  // expect error: Error: Number literal was too large (8).
