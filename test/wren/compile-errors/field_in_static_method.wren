class A {
  static foo { _field }  // expect error: Error at '_field': Cannot use an instance field in a static method.
}
