class A {
  construct new() {}
  foo { "A" }
}
class B is A {}
class C is B {
  construct new() {}
  foo { "C" + super.foo }
}
System.print(C.new().foo) // expect: CA
