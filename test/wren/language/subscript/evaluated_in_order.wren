var log = []
var f = Fn.new {|x, value|
  log.add(x)
  return value
}
f.call("receiver", [0, 0])[f.call("index", 1)] = f.call("value", 2)
System.print(log) // expect: [receiver, index, value]
