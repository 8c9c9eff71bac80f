class A {
  construct new() {}
  foo { "A" }
}
class B is A {
  construct new() {}
  foo { "B" + super.foo }
}
class C is B {
  construct new() {}
}
System.print(C.new().foo) // expect: BA
