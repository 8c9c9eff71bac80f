["b", 1].sort() // expect runtime error: String does not implement '<(_)'.
