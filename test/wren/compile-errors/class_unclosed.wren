class A {
  a {}
// expect error line 4: Error at end of file: Expect method definition.
