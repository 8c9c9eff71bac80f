"ab" * (1/0) // expect runtime error: Count must be a non-negative integer.
