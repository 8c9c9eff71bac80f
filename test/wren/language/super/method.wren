class A {
  construct new() {}
  foo(a) { "A.foo(%(a))" }
}
class B is A {
  construct new() {}
  foo(a) { super.foo(a) + "!" }
}
System.print(B.new().foo(1)) // expect: A.foo(1)!
