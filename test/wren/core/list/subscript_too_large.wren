[1][1] // expect runtime error: Subscript out of bounds.
