[1].any("x") // expect runtime error: String does not implement 'call(_)'.
