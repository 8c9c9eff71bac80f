class Point {
  construct zero() {
    _x = 0
    _y = 0
  }
  construct at(x, y) {
    _x = x
    _y = y
  }
  toString { "(%(_x), %(_y))" }
}
System.print(Point.zero()) // expect: (0, 0)
System.print(Point.at(1, 2)) // expect: (1, 2)
