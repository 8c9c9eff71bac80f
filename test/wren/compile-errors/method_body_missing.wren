class A {
  foo()  // expect error: Error at newline: Expect '{' to begin method body.
}
// expect error line 5: Error at end of file: Expect method definition.
