[1]["0"] = 2 // expect runtime error: Subscript must be a number.
