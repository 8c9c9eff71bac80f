class A {
  construct new() {}
  foo { "A.foo" }
  foo(a) { "A.foo(%(a))" }
  foo=(a) { "A.foo=%(a)" }
}
class B is A {
  construct new() {}
  foo=(a) { super(a) }
  bar=(a) { super.foo = a }
}
System.print(B.new().foo = 1) // expect: A.foo(1)
System.print(B.new().bar = 1) // expect: A.foo=1
