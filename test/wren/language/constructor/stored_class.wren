class Foo {
  construct new() {}
}
var classes = [Foo]
System.print(classes[0].new()) // expect: instance of Foo
