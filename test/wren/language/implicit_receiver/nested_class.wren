class Outer {
  construct new() {}
  name { "outer" }
  inner() {
    class Inner {
      construct new() {}
      name { "inner" }
      read { name }
    }
    return Inner.new().read + " of " + name
  }
}
System.print(Outer.new().inner()) // expect: inner of outer
