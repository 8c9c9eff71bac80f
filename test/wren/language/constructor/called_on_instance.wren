class A {
  construct new() {}
}
A.new().new() // expect runtime error: A does not implement 'new()'.
