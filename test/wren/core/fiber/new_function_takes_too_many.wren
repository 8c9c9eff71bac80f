Fiber.new {|a, b| a } // expect runtime error: Function cannot take more than one parameter.
