class Thing {
  construct new() {}
}
~Thing.new() // expect runtime error: Thing does not implement '~'.
