class Endless {
  static dive(n) { dive(n + 1) + 1 } // expect runtime error: Stack overflow.
}
System.print("before") // expect: before
Endless.dive(0)
