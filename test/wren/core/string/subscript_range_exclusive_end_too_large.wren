"abc"[0...4] // expect runtime error: Range end out of bounds.
