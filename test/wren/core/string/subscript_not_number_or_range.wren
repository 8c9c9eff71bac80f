"abc"["1"] // expect runtime error: Subscript must be a number or a range.
