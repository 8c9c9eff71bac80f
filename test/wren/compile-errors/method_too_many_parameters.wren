class A {
  foo(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) {}  // expect error: Error at ',': Methods cannot have more than 16 parameters.
}
