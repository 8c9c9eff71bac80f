1.clamp(false, 2) // expect runtime error: Min value must be a number.
