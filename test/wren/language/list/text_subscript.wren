[1, 2]["0"] // expect runtime error: Subscript must be a number or a range.
