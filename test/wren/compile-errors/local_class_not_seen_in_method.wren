if (true) {
  class A {
    foo { A }  // expect error: Error at 'A': Variable is used but not defined.
  }
}
