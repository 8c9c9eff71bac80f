class Foo {
  construct new() { _n = 0 }
  next { _n = _n + 1 }
}
var foo = Foo.new()
System.print([foo.next, foo.next, foo.next]) // expect: [1, 2, 3]
