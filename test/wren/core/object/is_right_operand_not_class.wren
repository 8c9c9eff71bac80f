1 is "Num" // expect runtime error: Right operand must be a class.
