class Foo {
  construct new() { _count = 0 }
  counter { Fn.new { _count = _count + 1 } }
  count { _count }
}
var foo = Foo.new()
var counter = foo.counter
counter.call()
counter.call()
System.print(foo.count) // expect: 2
