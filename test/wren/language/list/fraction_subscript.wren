[1, 2][0.5] // expect runtime error: Subscript must be an integer.
