[1][0.5] = 2 // expect runtime error: Subscript must be an integer.
