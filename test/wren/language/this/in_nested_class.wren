class Outer {
  construct new() {}
  make() {
    class Inner {
      construct new() {}
      self { this }
    }
    return Inner.new().self.type.name + " in " + this.type.name
  }
}
System.print(Outer.new().make()) // expect: Inner in Outer
