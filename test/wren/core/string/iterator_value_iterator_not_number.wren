"abc".iteratorValue(null) // expect runtime error: Iterator must be a number.
