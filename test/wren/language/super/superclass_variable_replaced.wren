class A {
  construct new() {}
  foo { "A" }
}
class B is A {
  construct new() {}
  foo { super.foo }
}
class Other {
  foo { "Other" }
}
A = Other
System.print(B.new().foo) // expect: A
