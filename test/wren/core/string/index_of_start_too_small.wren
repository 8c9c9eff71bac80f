"abc".indexOf("b", -4) // expect runtime error: Start out of bounds.
