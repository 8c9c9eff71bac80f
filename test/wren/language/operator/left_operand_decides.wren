class Foo {
  construct new() {}
  ==(a) { "own" }
  +(a) { "own" }
}
System.print(Foo.new() == 1) // expect: own
System.print(1 == Foo.new()) // expect: false
System.print(Foo.new() + 1) // expect: own
1 + Foo.new() // expect runtime error: Right operand must be a number.
