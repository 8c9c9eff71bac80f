var log = []
var f = Fn.new {|x|
  log.add(x)
  return x
}
var result = f.call(1) + f.call(2) * f.call(3) - f.call(4)
System.print(result) // expect: 3
System.print(log) // expect: [1, 2, 3, 4]
