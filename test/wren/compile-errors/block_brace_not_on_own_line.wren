if (true) {
  System.print(1) }  // expect error: Error at '}': Expect newline after statement.
// expect error line 4: Error at end of file: Expect '}' at end of block.
