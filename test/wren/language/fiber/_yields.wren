System.print("module begins")
var Value = Fiber.yield("asked")
