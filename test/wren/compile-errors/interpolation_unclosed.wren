System.print("a %(1 2) b")  // expect error: Error at '2': Expect end of string interpolation.
