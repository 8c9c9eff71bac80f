List.filled(-1, 0) // expect runtime error: Size cannot be negative.
