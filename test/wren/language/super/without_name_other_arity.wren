class A {
  construct new() {}
  foo() { "A.foo()" }
  foo(a) { "A.foo(_)" }
}
class B is A {
  construct new() {}
  foo() { super(1) }
  foo(a) { super() }
}
System.print(B.new().foo()) // expect: A.foo(_)
System.print(B.new().foo(1)) // expect: A.foo()
