class Point {
  construct new(x) {
    _x = x
  }
  x { _x }
  ==(other) { other is Point && x == other.x }
  !=(other) { !(this == other) }
}
System.print(Point.new(1) == Point.new(1)) // expect: true
System.print(Point.new(1) == Point.new(2)) // expect: false
System.print(Point.new(1) != Point.new(2)) // expect: true
System.print(Point.new(1) == 1) // expect: false
System.print(1 == Point.new(1)) // expect: false
System.print([Point.new(1), Point.new(2)].contains(Point.new(2))) // expect: true
System.print([Point.new(1)].indexOf(Point.new(1))) // expect: -1
