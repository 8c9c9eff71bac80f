1.."2" // expect runtime error: Right hand side of range must be a number.
