class A {
  construct new() {}
  name { "old" }
}
class B is A {
  construct new() {}
}
A = null
System.print(B.new().name) // expect: old
