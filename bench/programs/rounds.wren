// Runs a piece of work several times in one process: the first round pays for getting warm, the
// later ones show the speed that it settles at. Prints a line per round: seconds, then the answer.
class Rounds {
  static time(work) {
    for (round in 1..6) {
      var start = System.clock
      var answer = work.call()
      System.print("%(System.clock - start) %(answer)")
    }
  }
}
