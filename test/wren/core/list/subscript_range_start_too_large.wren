[1, 2][3..0] // expect runtime error: Range start out of bounds.
