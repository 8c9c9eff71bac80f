"abc"[0...-5] // expect runtime error: Range end out of bounds.
