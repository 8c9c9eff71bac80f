class Thing {
  construct new() {}
}
Thing.new()[1, 2] // expect runtime error: Thing does not implement '[_,_]'.
