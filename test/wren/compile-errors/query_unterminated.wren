var a = `SELECT 1
// expect error line 3: Error: Unterminated query, which begins at line 1.
