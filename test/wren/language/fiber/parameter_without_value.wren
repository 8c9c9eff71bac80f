Fiber.new {|first| System.print(first) }.call() // expect: null
