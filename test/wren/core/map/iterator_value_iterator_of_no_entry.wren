var map = {"a": 1}
map.iteratorValue(0) // expect runtime error: Invalid map iterator.
