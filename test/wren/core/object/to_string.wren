class Thing {
  construct new() {}
}
System.print(Thing.new()) // expect: instance of Thing
System.print(Thing.new().toString) // expect: instance of Thing
