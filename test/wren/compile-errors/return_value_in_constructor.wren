class A {
  construct new() {
    return 1  // expect error: Error at 'return': A constructor cannot return a value.
  }
}
