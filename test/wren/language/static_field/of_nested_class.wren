class Outer {
  static run() {
    __value = "outer"
    class Inner {
      static write() { __value = "inner" }
      static read { __value }
    }
    Inner.write()
    System.print(__value) // expect: outer
    System.print(Inner.read) // expect: inner
  }
}
Outer.run()
