var f = Fn.new {
  import "./_shapes" for unit
  return unit
}
System.print(f.call()) // expect: cm
System.print(f.call()) // expect: cm
