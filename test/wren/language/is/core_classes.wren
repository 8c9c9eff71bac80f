System.print(1 is Num) // expect: true
System.print("a" is String) // expect: true
System.print(true is Bool) // expect: true
System.print(null is Null) // expect: true
System.print([] is List) // expect: true
System.print({} is Map) // expect: true
System.print((1..2) is Range) // expect: true
System.print(Fn.new {} is Fn) // expect: true
System.print(Fiber.new {} is Fiber) // expect: true
System.print(Num is Class) // expect: true
System.print(1 is String) // expect: false
System.print(null is Bool) // expect: false
