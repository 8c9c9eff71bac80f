"abc".trim(1) // expect runtime error: Characters must be a string.
