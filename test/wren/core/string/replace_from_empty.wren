"abc".replace("", "x") // expect runtime error: From must be a non-empty string.
