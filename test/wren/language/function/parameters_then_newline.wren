var f = Fn.new {|a|
  return a + 1
}
System.print(f.call(1)) // expect: 2
