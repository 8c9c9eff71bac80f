class A {
  construct new() {}
  construct new() {}  // expect error: Error at ')': Class A already defines a method 'init new()'.
}
