"abc"[1..-5] // expect runtime error: Range end out of bounds.
