class Foo {
  construct new() {
    Fn.new { _value = "set in a closure" }.call()
  }
  value { _value }
}
System.print(Foo.new().value) // expect: set in a closure
