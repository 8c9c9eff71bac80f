// A comment alone.
System.print("a") // expect: a
System.print("b")// expect: b
