if (true) {
  System.print(1)
// expect error line 4: Error at end of file: Expect '}' at end of block.
