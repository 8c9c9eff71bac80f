var a = "outer"
if (true) {
  var a = "then"
  System.print(a) // expect: then
}
if (false) {} else {
  var a = "else"
  System.print(a) // expect: else
}
System.print(a) // expect: outer
