[1, 2]["length"] // expect runtime error: Subscript must be a number or a range.
