[1, 2][1...-4] // expect runtime error: Range end out of bounds.
