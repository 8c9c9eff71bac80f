var fiber = Fiber.new {
  var list = [1, Fiber.yield("element"), 3]
  var map = {"a": Fiber.yield("value"), Fiber.yield("key"): "c"}
  return [list, map["a"], map["k"]]
}
System.print(fiber.call()) // expect: element
System.print(fiber.call(2)) // expect: value
System.print(fiber.call("b")) // expect: key
System.print(fiber.call("k")) // expect: [[1, 2, 3], b, c]
