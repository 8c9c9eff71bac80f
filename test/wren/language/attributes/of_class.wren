#!author = "me"
#!version = 2
class Foo {}
System.print(Foo.attributes.self[null]["author"]) // expect: [me]
System.print(Foo.attributes.self[null]["version"]) // expect: [2]
