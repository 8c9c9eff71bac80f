1.atan("2") // expect runtime error: x value must be a number.
