var log = []
var f = Fn.new {|x|
  log.add(x)
  return x
}
System.print(true ? f.call("a") : f.call("b")) // expect: a
System.print(false ? f.call("c") : f.call("d")) // expect: d
System.print(log) // expect: [a, d]
