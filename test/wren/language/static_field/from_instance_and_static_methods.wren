class Foo {
  construct new() {}
  static write(value) { __value = value }
  read { __value }
}
Foo.write("shared")
System.print(Foo.new().read) // expect: shared
