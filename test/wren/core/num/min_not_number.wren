1.min(null) // expect runtime error: Other value must be a number.
