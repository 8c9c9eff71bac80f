class Foo {
  construct new() {}
  read { _field }
}
System.print(Foo.new().read) // expect: null
