System.print("a")
// expect: a
var f = Fn.new {
  return "b"
}
System.print(f.call()) // expect: b
