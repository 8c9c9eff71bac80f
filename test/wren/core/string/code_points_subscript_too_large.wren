"abc".codePoints[3] // expect runtime error: Index out of bounds.
