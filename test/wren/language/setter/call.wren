class Foo {
  construct new() {}
  bar=(value) { System.print("set to %(value)") }
}
Foo.new().bar = 1 // expect: set to 1
