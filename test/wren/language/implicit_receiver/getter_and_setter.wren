class Foo {
  construct new() {}
  value { _value }
  value=(v) { _value = v }
  run() {
    value = "assigned"
    return value
  }
}
System.print(Foo.new().run()) // expect: assigned
