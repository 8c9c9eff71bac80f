"abc".bytes.iterate("0") // expect runtime error: Iterator must be a number.
