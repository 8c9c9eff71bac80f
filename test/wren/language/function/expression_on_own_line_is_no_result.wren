var f = Fn.new {
  1 + 1
}
System.print(f.call()) // expect: null
