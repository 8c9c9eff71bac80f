class A {
  static foo { "static of A" }
}
class B is A {
  static foo { super.toString }
}
System.print(B.foo) // expect: B
