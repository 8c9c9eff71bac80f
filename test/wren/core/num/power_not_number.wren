2.pow("3") // expect runtime error: Power value must be a number.
