var map = {}
map[[1]] = 1 // expect runtime error: Key must be a value type.
