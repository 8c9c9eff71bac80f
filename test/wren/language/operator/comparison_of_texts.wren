"a" < "b" // expect runtime error: String does not implement '<(_)'.
