class A {
  static write() { __value = "of A" }
  static read { __value }
}
class B is A {
  static read { __value }
}
A.write()
System.print(A.read) // expect: of A
System.print(B.read) // expect: null
