class Square {
  construct new(side) { _side = side }
  area { _side * _side }
}
var unit = "cm"
var Count = 0
class Counter {
  static add() {
    Count = Count + 1
    return Count
  }
  static count { Count }
}
