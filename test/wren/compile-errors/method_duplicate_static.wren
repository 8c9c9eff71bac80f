class A {
  static foo {}
  static foo {}  // expect error: Error at 'foo': Class A already defines a static method 'foo'.
}
