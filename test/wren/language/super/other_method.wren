class A {
  construct new() {}
  foo { "A.foo" }
}
class B is A {
  construct new() {}
  foo { "B.foo" }
  bar { super.foo }
}
System.print(B.new().bar) // expect: A.foo
