"abc"[0..1.5] // expect runtime error: Range end must be an integer.
