class A {
  a {} b {}  // expect error: Error at 'b': Expect newline after definition in class.  // expect error: Error at '{': Expect method definition.  // expect error: Error at '}': Expect end of file.
}
