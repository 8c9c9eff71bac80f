class A {
  static name() { "A" }
}
class B {
  static name() { "B" }
}
class C {
  static name() { "C" }
}
System.print(A.name() + B.name() + C.name()) // expect: ABC
