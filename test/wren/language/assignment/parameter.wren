var f = Fn.new {|a|
  a = a + 1
  return a
}
var x = 1
System.print(f.call(x)) // expect: 2
System.print(x) // expect: 1
