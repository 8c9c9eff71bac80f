class A {
  foreign static act(how) // expect runtime error: Could not find foreign method 'act(_)' for class A metaclass in module './foreign_static_method_not_supplied'.
}
