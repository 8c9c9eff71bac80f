[1, 2].swap(0, "1") // expect runtime error: Index 1 must be a number.
