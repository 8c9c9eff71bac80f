System.print("printed before") // expect: printed before
null.foo // expect runtime error: Null does not implement 'foo'.
System.print("not reached")
