class A {
  construct new() {}
  list { [1, 2, 3] }
}
class B is A {
  construct new() {}
  list { null }
  second { super.list[1] }
}
System.print(B.new().second) // expect: 2
