[1].insert(2, 2) // expect runtime error: Index out of bounds.
