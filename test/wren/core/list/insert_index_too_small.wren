[1].insert(-3, 2) // expect runtime error: Index out of bounds.
