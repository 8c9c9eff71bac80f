"abc".endsWith(1) // expect runtime error: Argument must be a string.
