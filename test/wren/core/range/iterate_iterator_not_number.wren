(1..3).iterate("1") // expect runtime error: Iterator must be a number.
