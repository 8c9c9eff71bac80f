class Foo {
  construct new() {
    "something else"
  }
  construct short() { "something else" }
}
System.print(Foo.new()) // expect: instance of Foo
System.print(Foo.short()) // expect: instance of Foo
