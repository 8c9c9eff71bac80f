class Problem {
  construct new() {}
  toString { "text of the problem" }
}
Fiber.abort(Problem.new()) // expect runtime error: [error object]
