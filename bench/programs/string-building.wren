// Text made piece by piece: interpolation, concatenation and join.
import "./rounds" for Rounds

class Report {
  static row(i) { "<tr id=\"row%(i)\"><td>%(i * 2)</td><td>%(i % 3 == 0)</td></tr>\n" }

  static table(rows) {
    var text = "<table>\n"
    for (i in 0...rows) text = text + row(i)
    return text + "</table>"
  }

  static list(rows) {
    var lines = []
    for (i in 0...rows) lines.add("item " + i.toString + ": " + "ab" * (i % 8))
    return lines.join("\n")
  }

  static run(times) {
    var size = 0
    for (time in 1..times) {
      size = size + table(200).bytes.count + list(200).bytes.count
    }
    return size
  }
}

Rounds.time { Report.run(1000) }
