class A {
  foo(a) {}
  foo(b) {}  // expect error: Error at ')': Class A already defines a method 'foo(_)'.
}
