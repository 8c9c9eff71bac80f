System.print("\u12xx")  // expect error: Error: Invalid Unicode escape sequence.
