class A {
  foo() { super.1 }  // expect error: Error at '1': Expect method name after 'super.'.
}
