System.print(nobody)  // expect error: Error at 'nobody': Variable is used but not defined.
