1..null // expect runtime error: Right hand side of range must be a number.
