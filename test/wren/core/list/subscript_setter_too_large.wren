[1][1] = 2 // expect runtime error: Subscript out of bounds.
