"ab" * "2" // expect runtime error: Count must be a non-negative integer.
