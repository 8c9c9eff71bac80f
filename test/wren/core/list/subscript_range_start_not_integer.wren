[1, 2][0.5..1] // expect runtime error: Range start must be an integer.
