System.print("before")
/* never closed
// expect error line 4: Error: Unterminated block comment.
