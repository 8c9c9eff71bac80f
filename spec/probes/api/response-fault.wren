// A script that ends by a fault.

Fiber.abort("This fault is meant to be.")
