"abc" * 1e9 // expect runtime error: String is too long.
