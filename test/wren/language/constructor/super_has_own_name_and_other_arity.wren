class A {
  construct new() { _x = "none" }
  construct new(x) { _x = x }
  x { _x }
}
class B is A {
  construct new() {
    super("given")
  }
  construct new(a, b) {
    super()
  }
}
System.print(B.new().x) // expect: given
System.print(B.new(1, 2).x) // expect: none
