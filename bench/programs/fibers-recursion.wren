// Fibers that yield from deep inside a recursion: do two trees hold the same values in order?
import "./rounds" for Rounds

class Tree {
  construct new(value) { _value = value }

  add(value) {
    if (value < _value) {
      if (_left) {
        _left.add(value)
      } else {
        _left = Tree.new(value)
      }
    } else {
      if (_right) {
        _right.add(value)
      } else {
        _right = Tree.new(value)
      }
    }
  }

  visit() {
    if (_left) _left.visit()
    Fiber.yield(_value)
    if (_right) _right.visit()
  }

  values { Fiber.new { visit() } }

  // 12347 generates all numbers below this prime in an order that looks random.
  static grow(seed) {
    var tree = Tree.new(seed)
    var value = seed * 12347 % 200003
    while (value != seed) {
      tree.add(value)
      value = value * 12347 % 200003
    }
    return tree
  }

  static compare(left, right) {
    var a = left.values
    var b = right.values
    var same = 0
    while (true) {
      var x = a.call()
      var y = b.call()
      if (a.isDone || b.isDone) return same
      if (x == y) same = same + 1
    }
  }
}

var left = Tree.grow(1)
var right = Tree.grow(777)

Rounds.time { Tree.compare(left, right) }
