var a = (1  // expect error: Error at newline: Expect ')' after expression.
)
