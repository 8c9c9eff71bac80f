class Thing {
  construct new() {}
}
Thing.new().size = 3 // expect runtime error: Thing does not implement 'size=(_)'.
