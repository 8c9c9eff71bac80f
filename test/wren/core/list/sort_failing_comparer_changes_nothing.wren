var list = [3, 2, 1]
System.print(Fiber.new { list.sort {|a, b| Fiber.abort("no") } }.try()) // expect: no
System.print(list) // expect: [3, 2, 1]
