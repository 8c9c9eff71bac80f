var log = []
var f = Fn.new {|x|
  log.add(x)
  return x
}
var map = {f.call("k1"): f.call("v1"), f.call("k2"): f.call("v2")}
System.print(log) // expect: [k1, v1, k2, v2]
