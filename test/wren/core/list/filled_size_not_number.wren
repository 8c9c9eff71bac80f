List.filled("2", 0) // expect runtime error: Size must be a number.
