var missing = Fn.new {|f| System.print(Fiber.new(f).try()) }
missing.call(Fn.new { 1.constructor }) // expect: Num does not implement 'constructor'.
missing.call(Fn.new { "a".length }) // expect: String does not implement 'length'.
missing.call(Fn.new { [].push(1) }) // expect: List does not implement 'push(_)'.
missing.call(Fn.new { {}.hasOwnProperty("a") }) // expect: Map does not implement 'hasOwnProperty(_)'.
missing.call(Fn.new { null.prototype }) // expect: Null does not implement 'prototype'.
missing.call(Fn.new { true.valueOf() }) // expect: Bool does not implement 'valueOf()'.
missing.call(Fn.new { Fn.new {}.apply(1, []) }) // expect: Fn does not implement 'apply(_,_)'.
missing.call(Fn.new { Object.prototype }) // expect: Object metaclass does not implement 'prototype'.
missing.call(Fn.new { Num.constructor }) // expect: Num metaclass does not implement 'constructor'.
missing.call(Fn.new { (1..2).then(1) }) // expect: Range does not implement 'then(_)'.
missing.call(Fn.new { Fiber.current.next(1) }) // expect: Fiber does not implement 'next(_)'.
