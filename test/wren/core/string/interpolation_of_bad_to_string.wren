class Thing {
  construct new() {}
  toString { 3 }
}
System.print("%(Thing.new())") // expect runtime error: Right operand must be a string.
