var map = {"a": 1}
map.iterate(0.5) // expect runtime error: Iterator must be an integer.
