class Thing {
  construct new() {}
}
Thing.new().go(1, 2) // expect runtime error: Thing does not implement 'go(_,_)'.
