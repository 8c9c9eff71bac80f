"abc".indexOf("b", 3) // expect runtime error: Start out of bounds.
