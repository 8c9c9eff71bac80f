[1] * -1 // expect runtime error: Count must be a non-negative integer.
