var log = []
var f = Fn.new {|x|
  log.add(x)
  return x
}
var text = "%(f.call(1)) %(f.call(2)) %(f.call(3))"
System.print(log) // expect: [1, 2, 3]
