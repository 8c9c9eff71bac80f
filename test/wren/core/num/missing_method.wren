1.foo(2) // expect runtime error: Num does not implement 'foo(_)'.
