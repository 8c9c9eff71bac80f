class A {
  construct new() {}
  foo { "A.foo" }
}
class B is A {
  construct new() {}
  foo(a) { super }
}
System.print(B.new().foo(1)) // expect: A.foo
