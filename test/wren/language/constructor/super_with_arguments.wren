class A {
  construct new(x) { _x = x }
  x { _x }
}
class B is A {
  construct new(x, y) {
    super(x)
    _y = y
  }
  y { _y }
}
var b = B.new(1, 2)
System.print(b.x) // expect: 1
System.print(b.y) // expect: 2
