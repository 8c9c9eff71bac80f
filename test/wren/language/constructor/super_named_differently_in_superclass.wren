class A {
  construct one() {}
}
class B is A {
  construct two() {
    super() // expect runtime error: A does not implement 'init two()'.
  }
}
B.two()
