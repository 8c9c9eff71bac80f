var make = Fn.new {|start|
  return Fiber.new {
    var n = start
    while (true) {
      Fiber.yield(n)
      n = n + 1
    }
  }
}
var a = make.call(1)
var b = make.call(10)
System.print([a.call(), b.call(), a.call(), b.call()]) // expect: [1, 10, 2, 11]
