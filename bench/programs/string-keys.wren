// A map with many keys that are joined from words: entries are added, read, changed and removed.
import "./rounds" for Rounds

class Stock {
  static sizes { ["tiny", "small", "middling", "wide", "tall", "huge"] }
  static colours { ["red", "amber", "olive", "green", "teal", "navy", "plum", "grey", "ivory", "black"] }
  static stuffs { ["oak", "pine", "steel", "tin", "glass", "linen", "wool", "clay", "cork", "wax"] }
  static things { ["bowl", "box", "chair", "clock", "door", "frame", "jug", "lamp", "shelf", "tray"] }

  static names {
    var names = []
    for (size in sizes) {
      for (colour in colours) {
        for (stuff in stuffs) {
          for (thing in things) names.add("%(size) %(colour) %(stuff) %(thing)")
        }
      }
    }
    return names
  }

  static fill(counts, names) {
    var number = 0
    for (name in names) {
      counts[name] = number
      number = number + 1
    }
  }

  static sum(counts, names) {
    var total = 0
    for (name in names) total = total + counts[name]
    return total
  }

  static run(times) {
    var total = 0
    var left = 0
    for (time in 1..times) {
      var counts = {}
      var all = names
      fill(counts, all)
      total = total + sum(counts, all)
      for (name in all) {
        if (counts[name] % 3 == 0) counts.remove(name) else counts[name] = counts[name] + 1
      }
      for (name in all) {
        if (counts.containsKey(name)) left = left + 1
      }
      total = total + counts.count
    }
    return "%(total), %(left) left"
  }
}

Rounds.time { Stock.run(8) }
