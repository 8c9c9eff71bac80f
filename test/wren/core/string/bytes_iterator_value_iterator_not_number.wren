"abc".bytes.iteratorValue("0") // expect runtime error: Index must be a number.
