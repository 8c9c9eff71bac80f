System.print("before")
/* outer /* inner */ no end
// expect error line 4: Error: Unterminated block comment.
