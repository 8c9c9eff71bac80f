class A {
  static construct new() {}  // expect error: Error at ')': A constructor cannot be static.
}
