class A {
  construct new() {}
  foo { "A.foo" }
  foo() { "A.foo()" }
  foo(a) { "A.foo(_)" }
}
class B is A {
  construct new() {}
  foo(a) { "B.foo(_)" }
}
var b = B.new()
System.print(b.foo) // expect: A.foo
System.print(b.foo()) // expect: A.foo()
System.print(b.foo(1)) // expect: B.foo(_)
