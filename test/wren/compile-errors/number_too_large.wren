System.print(1e999)  // expect error: Error: Number literal was too large (8).
