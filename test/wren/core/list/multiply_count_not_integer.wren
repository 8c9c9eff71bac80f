[1] * 1.5 // expect runtime error: Count must be a non-negative integer.
