var f = Fn.new {}
f.call(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)  // expect error: Error at ',': Methods cannot have more than 16 parameters.
