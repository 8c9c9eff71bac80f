class Foo {
  construct new() {}
}
System.print(Foo.new()) // expect: instance of Foo
System.print(Foo.new() == Foo.new()) // expect: false
