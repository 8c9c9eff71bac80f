"abc".startsWith(null) // expect runtime error: Argument must be a string.
