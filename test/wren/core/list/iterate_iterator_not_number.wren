[1, 2].iterate("0") // expect runtime error: Iterator must be a number.
