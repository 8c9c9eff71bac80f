"abc".codePoints[-4] // expect runtime error: Index out of bounds.
