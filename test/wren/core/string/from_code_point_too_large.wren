String.fromCodePoint(0x110000) // expect runtime error: Code point cannot be greater than 0x10ffff.
