class A {
  construct new() { System.print("made") }
}
var a = A.new() // expect: made
System.print(a is A) // expect: true
