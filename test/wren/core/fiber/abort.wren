Fiber.abort("my message") // expect runtime error: my message
