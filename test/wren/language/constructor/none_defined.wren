class A {}
A.new() // expect runtime error: A metaclass does not implement 'new()'.
