[1, 2][0..2] // expect runtime error: Range end out of bounds.
