"abc".iteratorValue(-4) // expect runtime error: Iterator out of bounds.
