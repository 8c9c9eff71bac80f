var log = []
var f = Fn.new {|x, value|
  log.add(x)
  return value
}
f.call("receiver", [1]).add(f.call("argument", 2))
System.print(log) // expect: [receiver, argument]
