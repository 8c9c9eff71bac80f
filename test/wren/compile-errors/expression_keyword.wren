var a = while  // expect error: Error at 'while': Expected expression.
