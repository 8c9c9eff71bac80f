[1].count("x") // expect runtime error: String does not implement 'call(_)'.
