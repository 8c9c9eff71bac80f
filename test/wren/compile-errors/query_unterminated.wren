var a = `SELECT 1
// expect error line 3: Error: Unterminated query.
