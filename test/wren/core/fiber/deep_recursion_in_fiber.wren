var dive
dive = Fn.new {|n| n == 0 ? 0 : 1 + dive.call(n - 1) }
System.print(Fiber.new { dive.call(5000) }.call()) // expect: 5000
