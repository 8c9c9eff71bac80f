[1].removeAt(-2) // expect runtime error: Index out of bounds.
