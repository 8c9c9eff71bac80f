"abc".replace(1, "x") // expect runtime error: From must be a non-empty string.
