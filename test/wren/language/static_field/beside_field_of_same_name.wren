class Foo {
  construct new() {
    _a = "field"
    __a = "static field"
  }
  toString { "%(_a), %(__a)" }
}
System.print(Foo.new()) // expect: field, static field
