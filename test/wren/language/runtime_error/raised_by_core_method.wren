var list = [1]
list.insert(3, "a") // expect runtime error: Index out of bounds.
