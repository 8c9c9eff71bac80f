[1, 2].join(3) // expect runtime error: Right operand must be a string.
