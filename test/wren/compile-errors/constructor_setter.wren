class A {
  construct foo=(a) {}  // expect error: Error at '=': A constructor cannot be a setter.
}
