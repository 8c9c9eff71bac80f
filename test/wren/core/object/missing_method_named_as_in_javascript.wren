System.print(Fiber.new { 1.constructor }.try()) // expect: Num does not implement 'constructor'.
System.print(Fiber.new { "".length }.try()) // expect: String does not implement 'length'.
System.print(Fiber.new { [].push(1) }.try()) // expect: List does not implement 'push(_)'.
System.print(Fiber.new { {}.hasOwnProperty("a") }.try()) // expect: Map does not implement 'hasOwnProperty(_)'.
System.print(Fiber.new { null.valueOf() }.try()) // expect: Null does not implement 'valueOf()'.
System.print(Fiber.new { Num.prototype }.try()) // expect: Num metaclass does not implement 'prototype'.
