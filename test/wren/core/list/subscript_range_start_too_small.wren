[1, 2][-3..1] // expect runtime error: Range start out of bounds.
