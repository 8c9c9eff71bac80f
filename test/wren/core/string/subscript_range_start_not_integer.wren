"abc"[0.5..2] // expect runtime error: Range start must be an integer.
