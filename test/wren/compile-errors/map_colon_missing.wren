var a = {"key" 1}  // expect error: Error at '1': Expect ':' after map key.  // expect error: Error at '}': Expected expression.
// expect error line 3: Error at end of file: Expect '}' after map entries.
