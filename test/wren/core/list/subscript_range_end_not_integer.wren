[1, 2][0..0.5] // expect runtime error: Range end must be an integer.
