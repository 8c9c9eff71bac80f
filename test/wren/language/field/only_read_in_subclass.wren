class A {
  construct new() { _a = 1 }
}
class B is A {
  construct new() { super() }
  a { _a }
}
System.print(B.new().a) // expect: null
