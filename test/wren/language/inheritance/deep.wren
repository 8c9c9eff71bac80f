class A {
  construct new() {}
  name { "A" }
  path { name }
}
class B is A {
  name { "B" + super.name }
}
class C is B {
  name { "C" + super.name }
}
class D is C {
  construct new() {}
  name { "D" + super.name }
}
System.print(D.new().path) // expect: DCBA
