"abc".split("") // expect runtime error: Delimiter must be a non-empty string.
