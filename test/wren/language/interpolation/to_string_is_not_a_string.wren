class Foo {
  construct new() {}
  toString { 123 }
}
System.print("<%(Foo.new())>") // expect runtime error: Right operand must be a string.
