// expect error line 3: Error: Unterminated raw string.
// expect error line 4: Error at end of file: Expect ')' after arguments.
System.print("""never closed)
