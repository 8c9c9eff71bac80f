for (i in 1.."b") System.print(i) // expect runtime error: Right hand side of range must be a number.
