var map = {"a": 1}
map.iteratorValue(null) // expect runtime error: Iterator must be a number.
