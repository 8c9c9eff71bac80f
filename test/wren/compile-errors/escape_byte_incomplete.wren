System.print("\x1")  // expect error: Error: Incomplete byte escape sequence.
