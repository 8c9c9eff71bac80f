class Foo {
  #!kind = "static"
  static bar(a, b) {}
  #!kind = "subscript"
  [a] { a }
  #!kind = "operator"
  +(a) { a }
  #!kind = "setter"
  value=(a) {}
}
var methods = Foo.attributes.methods
System.print(methods["static bar(_,_)"][null]["kind"]) // expect: [static]
System.print(methods["[_]"][null]["kind"]) // expect: [subscript]
System.print(methods["+(_)"][null]["kind"]) // expect: [operator]
System.print(methods["value=(_)"][null]["kind"]) // expect: [setter]
