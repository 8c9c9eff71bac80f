System.print(Fiber.new { "value" }.call()) // expect: value
System.print(Fiber.new {
  return 3
}.call()) // expect: 3
System.print(Fiber.new {
  var unused = 3
}.call()) // expect: null
