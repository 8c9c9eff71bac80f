// Text taken apart: by character, by byte, by search and by splitting.
import "./rounds" for Rounds

class Scanner {
  static vowels(text) {
    var count = 0
    for (c in text) {
      if (c == "a" || c == "e" || c == "i" || c == "o" || c == "u") count = count + 1
    }
    return count
  }

  static checksum(text) {
    var sum = 0
    for (byte in text.bytes) sum = (sum * 31 + byte) % 65521
    return sum
  }

  static occurrences(text, word) {
    var count = 0
    var at = text.indexOf(word)
    while (at != -1) {
      count = count + 1
      at = text.indexOf(word, at + word.count)
    }
    return count
  }

  static longestWord(text) {
    var longest = ""
    for (line in text.split("\n")) {
      for (word in line.trim().split(" ")) {
        if (word.count > longest.count) longest = word
      }
    }
    return longest
  }

  static run(text) {
    return vowels(text) + checksum(text) * 1000000 + occurrences(text, "river") + longestWord(text).count
  }
}

var line = "the river ran under the old stone bridge towards the quiet harbor   \n"
var text = line * 12000

Rounds.time { Scanner.run(text) }
