List.filled(1.5, 0) // expect runtime error: Size must be an integer.
