"a".length // expect runtime error: String does not implement 'length'.
