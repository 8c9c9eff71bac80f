class A {
  construct new() {}
  +(a) { "A + %(a)" }
  [i] { "A[%(i)]" }
  [i]=(v) { "A[%(i)]=%(v)" }
}
class B is A {
  construct new() {}
}
var b = B.new()
System.print(b + 1) // expect: A + 1
System.print(b[2]) // expect: A[2]
System.print(b[3] = 4) // expect: A[3]=4
