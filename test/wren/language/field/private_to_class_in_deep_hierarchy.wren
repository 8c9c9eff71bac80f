class A {
  construct new() { _x = "A" }
  fromA { _x }
}
class B is A {
  construct new() {
    super()
    _x = "B"
    _y = "only B"
  }
  fromB { _x + _y }
}
class C is B {
  construct new() {
    super()
    _x = "C"
  }
  fromC { _x }
}
var c = C.new()
System.print(c.fromA) // expect: A
System.print(c.fromB) // expect: Bonly B
System.print(c.fromC) // expect: C
