class Foo {
  construct new() {
    _proto__ = "field"
    __proto__ = "static field"
    ___proto__ = "static field of three underscores"
  }
  all { [_proto__, __proto__, ___proto__] }
}
System.print(Foo.new().all) // expect: [field, static field, static field of three underscores]
