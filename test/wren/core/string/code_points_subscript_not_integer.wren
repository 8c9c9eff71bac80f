"abc".codePoints[0.5] // expect runtime error: Index must be an integer.
