class Thing {
  construct new() {}
}
Thing.new().size // expect runtime error: Thing does not implement 'size'.
