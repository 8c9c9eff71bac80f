var map = {"a": 1}
map.iterate("0") // expect runtime error: Iterator must be a number.
