// expect error line 5: Error: Expect '(' after '%'.
// expect error line 6: Error: Unterminated string.
// expect error line 6: Error at end of file: Expect ')' after arguments.
// expect error line 5: Error at 'sure': Variable is used but not defined.
System.print("100% sure")
