#!flag
class Foo {}
System.print(Foo.attributes.self[null]["flag"]) // expect: [null]
