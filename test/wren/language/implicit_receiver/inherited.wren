class A {
  construct new() {}
  name { "from A" }
}
class B is A {
  construct new() {}
  read { name }
}
System.print(B.new().read) // expect: from A
