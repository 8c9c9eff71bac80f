"abc"[0..3] // expect runtime error: Range end out of bounds.
