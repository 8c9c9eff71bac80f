System.print(1e)  // expect error: Error: Unterminated scientific notation.
