class Foo {}
var map = {Foo: "class", Num: "number class"}
System.print(map[Foo]) // expect: class
System.print(map[1.type]) // expect: number class
