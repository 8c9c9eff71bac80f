// Null is no error, so this is an ordinary transfer.
var main = Fiber.current
var started = Fiber.new {|value|
  System.print(value)
  System.print(Fiber.yield())
  main.transferError(null)
}
started.call("first") // expect: first
System.print(started.transferError(null))
// expect: null
// expect: null

var other = Fiber.new {|value|
  System.print(value)
  main.transfer("back")
}
System.print(other.transferError(null))
// expect: null
// expect: back

var done = Fiber.new {}
done.call()
done.transferError(null)
System.print(done.error) // expect: null
