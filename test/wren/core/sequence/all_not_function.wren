[1].all("x") // expect runtime error: String does not implement 'call(_)'.
