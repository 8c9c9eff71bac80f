System.print("\x1g")  // expect error: Error: Invalid byte escape sequence.
