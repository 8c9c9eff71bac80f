var list = [1, "a"]
list.reduce {|a, b| a + b } // expect runtime error: Right operand must be a number.
