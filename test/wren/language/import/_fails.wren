Fiber.abort("the module fails")
