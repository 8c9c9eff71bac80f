class A {
  construct new() {}
  describe { "I am %(name)" }
  name { "A" }
}
class B is A {
  construct new() {}
  describe { super.describe }
  name { "B" }
}
System.print(B.new().describe) // expect: I am B
