class A {
  construct new() {}
  [a] { "A[%(a)]" }
}
class B is A {
  construct new() {}
  [a] { super(a) } // expect runtime error: A does not implement '(_)'.
}
B.new()[1]
