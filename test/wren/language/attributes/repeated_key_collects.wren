#!tag = "a"
#!tag = "b"
class Foo {}
System.print(Foo.attributes.self[null]["tag"]) // expect: [a, b]
