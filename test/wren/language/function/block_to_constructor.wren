class Foo {
  construct new(f) { _f = f }
  call(a) { _f.call(a) }
}
var foo = Foo.new {|a| a + 1 }
System.print(foo.call(1)) // expect: 2
