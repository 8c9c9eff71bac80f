["b", "a"].sort() // expect runtime error: String does not implement '<(_)'.
