System.print("a %() b")  // expect error: Error at ')': Expect end of string interpolation.
// expect error line 3: Error at end of file: Expect ')' after arguments.
