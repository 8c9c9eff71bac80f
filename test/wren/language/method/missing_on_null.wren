null.foo() // expect runtime error: Null does not implement 'foo()'.
