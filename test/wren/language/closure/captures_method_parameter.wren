class Maker {
  static make(a) { Fn.new { a } }
}
System.print(Maker.make("captured").call()) // expect: captured
