"abc".indexOf(1, 0) // expect runtime error: Argument must be a string.
