"abc".split(1) // expect runtime error: Delimiter must be a non-empty string.
