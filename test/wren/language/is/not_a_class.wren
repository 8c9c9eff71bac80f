1 is 2 // expect runtime error: Right operand must be a class.
