"abc".iteratorValue(3) // expect runtime error: Iterator out of bounds.
