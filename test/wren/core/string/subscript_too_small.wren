"abc"[-4] // expect runtime error: Subscript out of bounds.
