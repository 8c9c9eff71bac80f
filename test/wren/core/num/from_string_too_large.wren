Num.fromString("1e400") // expect runtime error: Number literal is too large.
