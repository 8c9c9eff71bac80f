[1].removeAt(1) // expect runtime error: Index out of bounds.
