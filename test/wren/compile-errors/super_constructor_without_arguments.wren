class A {
  construct new() {
    super  // expect error: Error at 'super': A superclass constructor must have an argument list.
  }
}
