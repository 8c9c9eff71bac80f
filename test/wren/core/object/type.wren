class Thing {
  construct new() {}
}
System.print(Thing.new().type) // expect: Thing
System.print(Thing.new().type == Thing) // expect: true
System.print(Object.type) // expect: Object metaclass
