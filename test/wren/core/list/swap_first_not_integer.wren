[1, 2].swap(0.5, 1) // expect runtime error: Index 0 must be an integer.
