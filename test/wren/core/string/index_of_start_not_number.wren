"abc".indexOf("b", "0") // expect runtime error: Start must be a number.
