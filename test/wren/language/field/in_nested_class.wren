class Outer {
  construct new() { _field = "outer" }
  field { _field }
  make() {
    class Inner {
      construct new() { _field = "inner" }
      field { _field }
    }
    return Inner.new()
  }
}
var outer = Outer.new()
System.print(outer.make().field) // expect: inner
System.print(outer.field) // expect: outer
