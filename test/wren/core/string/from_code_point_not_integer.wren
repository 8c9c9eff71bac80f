String.fromCodePoint(65.5) // expect runtime error: Code point must be an integer.
