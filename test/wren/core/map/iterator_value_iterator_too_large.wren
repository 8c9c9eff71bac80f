var map = {"a": 1}
map.iteratorValue(9999) // expect runtime error: Iterator out of bounds.
