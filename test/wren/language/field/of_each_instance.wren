class Foo {
  construct new(a) { _a = a }
  a { _a }
}
var one = Foo.new(1)
var two = Foo.new(2)
System.print("%(one.a) %(two.a)") // expect: 1 2
