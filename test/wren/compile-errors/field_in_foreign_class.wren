foreign class A {
  foo { _field }  // expect error: Error at '_field': Cannot define fields in a foreign class.
}
