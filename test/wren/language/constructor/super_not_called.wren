class A {
  construct new() { _x = "set" }
  x { _x }
}
class B is A {
  construct new() {}
}
System.print(B.new().x) // expect: null
