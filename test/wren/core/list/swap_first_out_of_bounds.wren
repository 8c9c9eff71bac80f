[1, 2].swap(2, 0) // expect runtime error: Index 0 out of bounds.
