System.print("never closed)
// expect error line 4: Error: Unterminated string.
// expect error line 4: Error at end of file: Expect ')' after arguments.
