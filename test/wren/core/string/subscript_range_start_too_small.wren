"abc"[-4..1] // expect runtime error: Range start out of bounds.
