System.print("\u12")  // expect error: Error: Incomplete Unicode escape sequence.
