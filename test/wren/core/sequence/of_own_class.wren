class Countdown is Sequence {
  construct new(from) { _from = from }
  iterate(n) { n == null ? _from : (n > 1 ? n - 1 : false) }
  iteratorValue(n) { n * 10 }
}
var down = Countdown.new(3)
System.print(down.toList) // expect: [30, 20, 10]
System.print(down.count) // expect: 3
System.print(down.contains(20)) // expect: true
System.print(down.contains(25)) // expect: false
System.print(down.isEmpty) // expect: false
System.print(down.join(" ")) // expect: 30 20 10
System.print(down.map {|n| n + 1 }.toList) // expect: [31, 21, 11]
System.print(down.where {|n| n != 20 }.toList) // expect: [30, 10]
System.print(down.skip(1).toList) // expect: [20, 10]
System.print(down.take(2).toList) // expect: [30, 20]
System.print(down.reduce {|a, b| a + b }) // expect: 60
System.print([1] + down) // expect: [1, 30, 20, 10]
System.print(down.all {|n| n > 0 }) // expect: true
System.print(down.any {|n| n > 20 }) // expect: true
System.print(down.count {|n| n > 10 }) // expect: 2
down.each {|n| System.print(n) }
// expect: 30
// expect: 20
// expect: 10
