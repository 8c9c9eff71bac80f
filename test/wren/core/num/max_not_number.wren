1.max("2") // expect runtime error: Other value must be a number.
