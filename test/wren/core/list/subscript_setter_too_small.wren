[1][-2] = 2 // expect runtime error: Subscript out of bounds.
