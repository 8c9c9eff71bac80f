[1, 2].iteratorValue(2) // expect runtime error: Iterator out of bounds.
