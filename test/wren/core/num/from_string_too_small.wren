Num.fromString("1e-400") // expect runtime error: Number literal is too large.
