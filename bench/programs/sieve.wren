// Eratosthenes' sieve: a long list that is written far apart and read in order.
import "./rounds" for Rounds

class Sieve {
  static countPrimes(limit) {
    var composite = List.filled(limit + 1, false)
    var count = 0
    for (i in 2..limit) {
      if (composite[i]) continue
      count = count + 1
      var j = i * i
      while (j <= limit) {
        composite[j] = true
        j = j + i
      }
    }
    return count
  }
}

Rounds.time { Sieve.countPrimes(3000000) }
