#hidden = 1
class Foo {}
System.print(Foo.attributes) // expect: null
