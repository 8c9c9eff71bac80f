var map = {"a": 1}
map.keys.iterate(0.5) // expect runtime error: Iterator must be an integer.
