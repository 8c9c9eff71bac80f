class Foo {
  construct new() {}
  short=(value) { "result" }
  long=(value) {
    return value + 1
  }
  none=(value) {
    value + 1
  }
}
var foo = Foo.new()
System.print(foo.short = 1) // expect: result
System.print(foo.long = 1) // expect: 2
System.print(foo.none = 1) // expect: null
