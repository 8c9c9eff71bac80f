class A {
  construct new() {}
  setA() { _field = "of A" }
  a { _field }
}
class B is A {
  construct new() {}
  setB() { _field = "of B" }
  b { _field }
}
var b = B.new()
b.setA()
b.setB()
System.print(b.a) // expect: of A
System.print(b.b) // expect: of B
