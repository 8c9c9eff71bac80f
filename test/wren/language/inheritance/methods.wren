class A {
  construct new() {}
  foo() { "A.foo" }
  bar() { "A.bar" }
}
class B is A {
  construct new() {}
  bar() { "B.bar" }
}
System.print(B.new().foo()) // expect: A.foo
System.print(B.new().bar()) // expect: B.bar
