// A map whose keys are strings: how often each made-up word occurs.
import "./rounds" for Rounds

class Words {
  static make(count) {
    var syllables = ["ka", "ro", "mi", "te", "su", "lo", "ne", "vi", "pa", "du"]
    var words = []
    var value = 1
    for (i in 0...count) {
      value = value * 16807 % 2147483647
      var word = syllables[value % 10] + syllables[(value / 10).floor % 10]
      words.add(word + syllables[(value / 100).floor % 10] + syllables[(value / 1000).floor % 10])
    }
    return words
  }

  static countAll(words) {
    var counts = {}
    for (word in words) {
      counts[word] = counts.containsKey(word) ? counts[word] + 1 : 1
    }
    return counts
  }

  static run(count) {
    var counts = countAll(make(count))
    var most = ""
    for (word in counts.keys) {
      if (most == "" || counts[word] > counts[most]) most = word
    }
    return "%(counts.count) words, %(counts[most]) at most"
  }
}

Rounds.time { Words.run(200000) }
