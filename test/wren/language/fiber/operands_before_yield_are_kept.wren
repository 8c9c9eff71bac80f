var log = []
var note = Fn.new {|x|
  log.add(x)
  return x
}
var fiber = Fiber.new { note.call(1) + note.call(2) * Fiber.yield() - note.call(3) }
fiber.call()
System.print(log) // expect: [1, 2]
System.print(fiber.call(10)) // expect: 18
System.print(log) // expect: [1, 2, 3]
