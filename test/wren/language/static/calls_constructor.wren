class Point {
  construct new(x, y) {
    _x = x
    _y = y
  }
  static origin { new(0, 0) }
  toString { "(%(_x), %(_y))" }
}
System.print(Point.origin) // expect: (0, 0)
