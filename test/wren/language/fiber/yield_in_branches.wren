var make = Fn.new {|condition|
  return Fiber.new {
    if (condition) {
      Fiber.yield("then")
    } else {
      Fiber.yield("else")
    }
    return "after"
  }
}
for (condition in [true, false]) {
  var fiber = make.call(condition)
  System.print(fiber.call())
  System.print(fiber.call())
}
// expect: then
// expect: after
// expect: else
// expect: after
