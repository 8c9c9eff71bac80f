class Foo {
  static name { "own name" }
  static toString { "own text" }
  static ==(other) { "own equality" }
}
System.print(Foo.name) // expect: own name
System.print(Foo) // expect: own text
System.print(Foo == 1) // expect: own equality
