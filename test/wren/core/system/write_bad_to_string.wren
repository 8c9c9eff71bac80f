class Thing {
  construct new() {}
  toString { null }
}
System.write(Thing.new())
System.print() // expect: [invalid toString]
