[1, 2][0...3] // expect runtime error: Range end out of bounds.
