class A {}
class B is A {}
class C is B {
  construct new() {}
}
var c = C.new()
System.print([c is C, c is B, c is A, c is Object, c is Num]) // expect: [true, true, true, true, false]
