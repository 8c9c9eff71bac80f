var count = "not counted"
class Counter {
  static add() {
    Count = Count + 1
  }
}
var Count = 0
Counter.add()
Counter.add()
System.print(Count) // expect: 2
System.print(count) // expect: not counted
