class Foo {}
Foo.nothing(1) // expect runtime error: Foo metaclass does not implement 'nothing(_)'.
