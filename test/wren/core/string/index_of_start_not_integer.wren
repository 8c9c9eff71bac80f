"abc".indexOf("b", 0.5) // expect runtime error: Start must be an integer.
