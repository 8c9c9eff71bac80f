class A {
  construct new() {}
  foo() {
    missing() // expect runtime error: B does not implement 'missing()'. // expect frame 1: foo()
  }
}
class B is A {
  construct new() {}
  foo() {
    super.foo() // expect frame 2: foo()
  }
  static go() {
    B.new().foo() // expect frame 3: go()
  }
}
B.go() // expect frame 4: (script)
