String.fromCodePoint("A") // expect runtime error: Code point must be a number.
