class A {
  foo { Nobody }  // expect error: Error at 'Nobody': Variable is used but not defined.
}
