var a = "kept"
var error = Fiber.new { a = 1.missing }.try()
System.print(error) // expect: Num does not implement 'missing'.
System.print(a) // expect: kept
