class Thing {
  construct new() {}
  toString { "a thing" }
}
System.print("%(Thing.new()), %([Thing.new()])") // expect: a thing, [a thing]
