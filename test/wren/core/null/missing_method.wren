null.foo(1) // expect runtime error: Null does not implement 'foo(_)'.
