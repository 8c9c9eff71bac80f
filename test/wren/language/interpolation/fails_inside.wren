System.print("before %(null.foo) after") // expect runtime error: Null does not implement 'foo'.
