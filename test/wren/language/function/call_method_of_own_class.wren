class Foo {
  construct new() {}
  call() { "call()" }
  call(a) { "call(%(a))" }
  call(a, b) { "call(%(a), %(b))" }
}
var foo = Foo.new()
System.print(foo.call()) // expect: call()
System.print(foo.call(1)) // expect: call(1)
System.print(foo.call(1, 2)) // expect: call(1, 2)
