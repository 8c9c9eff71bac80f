1 + "a" // expect runtime error: Right operand must be a number.
