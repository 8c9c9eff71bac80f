[1].removeAt("0") // expect runtime error: Index must be a number.
