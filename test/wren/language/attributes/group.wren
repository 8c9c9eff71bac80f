#!doc(title = "Foo", pages = 3)
class Foo {}
System.print(Foo.attributes.self["doc"]["title"]) // expect: [Foo]
System.print(Foo.attributes.self["doc"]["pages"]) // expect: [3]
