class Thing {
  construct new() {}
  go(a) { a }
}
System.print(Thing.new().go(1)) // expect: 1
Thing.new().go // expect runtime error: Thing does not implement 'go'.
