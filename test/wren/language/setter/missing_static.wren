class Foo {}
Foo.bar = 1 // expect runtime error: Foo metaclass does not implement 'bar=(_)'.
