// A map whose keys are numbers, dense at first and then far apart.
import "./rounds" for Rounds

class NumberMap {
  static memo(count) {
    var steps = {1: 0}
    var longest = 0
    for (start in 2..count) {
      var n = start
      var walked = 0
      while (n >= start) {
        n = n % 2 == 0 ? n / 2 : n * 3 + 1
        walked = walked + 1
      }
      steps[start] = walked + steps[n]
      if (steps[start] > longest) longest = steps[start]
    }
    return longest
  }

  static sparse(count) {
    var seen = {}
    var value = 1
    for (i in 0...count) {
      value = value * 16807 % 2147483647
      seen[value % 99991 * 1000] = i
      if (i % 4 == 0) seen.remove(value % 991 * 1000)
    }
    var sum = 0
    for (entry in seen) sum = sum + entry.key / 1000 + entry.value
    return sum
  }
}

Rounds.time { "%(NumberMap.memo(200000)), %(NumberMap.sparse(200000))" }
