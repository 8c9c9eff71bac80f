// Functions that make functions, and variables that they share.
import "./rounds" for Rounds

class Closures {
  static compose(outer, inner) { Fn.new {|x| outer.call(inner.call(x)) } }
  static adder(amount) { Fn.new {|x| x + amount } }

  static counter() {
    var count = 0
    return Fn.new {|step|
      count = count + step
      return count
    }
  }

  static run(count) {
    var counters = [counter(), counter(), counter()]
    var total = 0
    for (i in 0...count) {
      var change = compose(adder(i % 10), adder(-3))
      total = total + change.call(i) % 11
      for (counter in counters) counter.call(i % 3)
    }
    for (counter in counters) total = total + counter.call(0)
    return total
  }
}

Rounds.time { Closures.run(1000000) }
