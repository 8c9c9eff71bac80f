[1, 2].swap(0, -3) // expect runtime error: Index 1 out of bounds.
