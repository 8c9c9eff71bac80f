["b", 1].sort() // expect runtime error: Right operand must be a number.
