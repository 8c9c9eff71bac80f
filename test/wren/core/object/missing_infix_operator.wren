class Thing {
  construct new() {}
}
Thing.new() + 1 // expect runtime error: Thing does not implement '+(_)'.
