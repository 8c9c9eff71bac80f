class Thing {
  construct new() {}
}
System.print(!Thing.new()) // expect: false
System.print(!!Thing.new()) // expect: true
