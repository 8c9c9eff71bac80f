var f
Fiber.new {
  var a = "of the fiber"
  f = Fn.new { a }
}.call()
System.print(f.call()) // expect: of the fiber
