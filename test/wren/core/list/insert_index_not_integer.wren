[1].insert(0.5, 2) // expect runtime error: Index must be an integer.
