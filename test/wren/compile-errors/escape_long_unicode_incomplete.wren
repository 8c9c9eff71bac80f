System.print("\U0001f60")  // expect error: Error: Incomplete Unicode escape sequence.
