Fiber.abort(12) // expect runtime error: [error object]
