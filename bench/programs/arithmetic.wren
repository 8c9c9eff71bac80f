// Nothing but numbers: the longest of Collatz's sequences, and a hash with bit operators.
import "./rounds" for Rounds

class Arithmetic {
  static longestCollatz(limit) {
    var best = 0
    var longest = 0
    for (start in 1...limit) {
      var n = start
      var length = 1
      while (n != 1) {
        n = n % 2 == 0 ? n / 2 : n * 3 + 1
        length = length + 1
      }
      if (length > longest) {
        longest = length
        best = start
      }
    }
    return best
  }

  static hash(count) {
    var h = 2166136261
    for (i in 0...count) {
      h = (h ^ (i & 255)) * 403 & 0xffffffff
      h = h ^ (h >> 13)
    }
    return h
  }
}

Rounds.time { "%(Arithmetic.longestCollatz(100000)), %(Arithmetic.hash(3000000))" }
