var f = Fn.new {|a| a }
var g = Fn.new {
  var a = "own"
  return a
}
System.print(f.call(1)) // expect: 1
System.print(g.call()) // expect: own
