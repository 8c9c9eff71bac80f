"abc".replace("a", 1) // expect runtime error: To must be a string.
