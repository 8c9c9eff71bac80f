class Foo {
  static list() { ["a", "b"] }
  static getter { {"key": ["value"]} }
}
System.print(Foo.list()[1]) // expect: b
System.print(Foo.getter["key"][0]) // expect: value
