class A {
  construct new() {}
  foo(a, b) { "A.foo(%(a), %(b))" }
  bar { "A.bar" }
}
class B is A {
  construct new() {}
  foo(a, b) { super(b, a) }
  bar { super }
}
System.print(B.new().foo(1, 2)) // expect: A.foo(2, 1)
System.print(B.new().bar) // expect: A.bar
