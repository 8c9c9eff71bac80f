class A {
  construct new() {}
  +(a) { "A + %(a)" }
}
class B is A {
  construct new() {}
  +(a) { "B, then " + super(a) }
}
System.print(B.new() + 1) // expect: B, then A + 1
