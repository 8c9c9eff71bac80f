"abc".bytes[-4] // expect runtime error: Index out of bounds.
