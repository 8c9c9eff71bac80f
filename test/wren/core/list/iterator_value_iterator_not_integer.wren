[1, 2].iteratorValue(0.5) // expect runtime error: Iterator must be an integer.
