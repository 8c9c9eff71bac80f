class A {
  construct named(x) { _x = x }
}
class B is A {
  construct new() {
    super.named("named") // expect runtime error: A does not implement 'named(_)'.
  }
}
B.new()
