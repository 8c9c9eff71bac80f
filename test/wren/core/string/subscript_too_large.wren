"abc"[3] // expect runtime error: Subscript out of bounds.
