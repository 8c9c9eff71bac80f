class A {
  construct new() {
    super() // expect runtime error: Object does not implement 'init new()'.
  }
}
A.new()
