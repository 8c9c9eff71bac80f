var f = Fn.new {
  return
  "not this"
}
System.print(f.call()) // expect: null
