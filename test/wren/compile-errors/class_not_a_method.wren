class A {
  1  // expect error: Error at '1': Expect method definition.
}  // expect error: Error at '}': Expected expression.
