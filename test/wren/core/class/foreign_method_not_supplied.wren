class Thing {
  foreign act(how) // expect runtime error: Could not find foreign method 'act(_)' for class Thing in module './foreign_method_not_supplied'.
}
