[][0] // expect runtime error: Subscript out of bounds.
