"a" + 1 // expect runtime error: Right operand must be a string.
