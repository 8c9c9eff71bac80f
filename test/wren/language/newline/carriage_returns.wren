System.print("a")
// expect: a
var f = Fn.new {
  return "b"
}
System.print(f.call()) // expect: b
System.print("""c
d""" == "c\nd") // expect: true
System.print(`e
f`.sql == "e\nf") // expect: true
