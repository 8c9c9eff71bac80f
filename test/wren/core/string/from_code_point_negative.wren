String.fromCodePoint(-1) // expect runtime error: Code point cannot be negative.
