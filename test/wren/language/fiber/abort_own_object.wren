class Problem {
  construct new(code) { _code = code }
  code { _code }
}
var fiber = Fiber.new { Fiber.abort(Problem.new(7)) }
System.print(fiber.try().code) // expect: 7
System.print(fiber.error.code) // expect: 7
