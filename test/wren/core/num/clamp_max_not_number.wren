1.clamp(0, "2") // expect runtime error: Max value must be a number.
