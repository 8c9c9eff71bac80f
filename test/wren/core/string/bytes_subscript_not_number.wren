"abc".bytes[null] // expect runtime error: Index must be a number.
