[1].insert("0", 2) // expect runtime error: Index must be a number.
