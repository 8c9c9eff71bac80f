class A {
  construct new(x) { _x = x }
  x { _x }
}
class B is A {
  construct new(x) {
    super(x + 1)
  }
}
System.print(B.new(1).x) // expect: 2
