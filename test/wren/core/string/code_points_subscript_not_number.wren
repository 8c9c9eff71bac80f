"abc".codePoints[null] // expect runtime error: Index must be a number.
