var a
var f = Fn.new {
  return a = 5
}
System.print(f.call()) // expect: 5
System.print(a) // expect: 5
