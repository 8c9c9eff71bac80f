class A {
  construct new() {}
  [a] { "A[%(a)]" }
}
class B is A {
  construct new() {}
  [a] { super } // expect runtime error: A does not implement ''.
}
B.new()[1]
