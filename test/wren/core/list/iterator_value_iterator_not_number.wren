[1, 2].iteratorValue("0") // expect runtime error: Iterator must be a number.
