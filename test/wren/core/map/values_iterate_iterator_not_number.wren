var map = {"a": 1}
map.values.iterate("0") // expect runtime error: Iterator must be a number.
