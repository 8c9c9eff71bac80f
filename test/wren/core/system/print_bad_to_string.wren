class Thing {
  construct new() {}
  toString { 3 }
}
System.print(Thing.new()) // expect: [invalid toString]
