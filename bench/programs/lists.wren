// Lists as stacks, as queues and as sequences.
import "./rounds" for Rounds

class Lists {
  static stack(count) {
    var stack = []
    var sum = 0
    for (i in 0...count) {
      stack.add(i)
      if (i % 3 == 0) sum = sum + stack.removeAt(-1)
    }
    return sum + stack.count
  }

  static rotate(list, times) {
    for (i in 0...times) list.add(list.removeAt(0))
    return list[0]
  }

  static reverse(list) {
    var i = 0
    var j = list.count - 1
    while (i < j) {
      list.swap(i, j)
      i = i + 1
      j = j - 1
    }
    return list[1]
  }

  static pipeline(list) {
    return list.where {|x| x % 2 == 0 }.map {|x| x * 3 }.reduce(0) {|sum, x| sum + x }
  }

  static run(size) {
    var list = []
    for (i in 0...size) list.add((i * 7919) % 10007)
    return stack(size) + rotate(list[0...1000], 20000) + reverse(list) + pipeline(list)
  }
}

Rounds.time { Lists.run(1000000) }
