class A {
  construct new() {}
  toString { "text of A" }
}
class B is A {
  construct new() {}
}
System.print(B.new()) // expect: text of A
System.print("%(B.new())") // expect: text of A
