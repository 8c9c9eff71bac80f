class Thing {
  construct new() {}
  toString { 3 }
}
[Thing.new()].join() // expect runtime error: Right operand must be a string.
