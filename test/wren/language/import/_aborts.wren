class Aborts {
  static now(message) { Fiber.abort(message) }
}
