"abc"[4..4] // expect runtime error: Range start out of bounds.
