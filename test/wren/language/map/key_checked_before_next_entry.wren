var f = Fn.new {|x|
  System.print(x)
  return x
}
System.print(Fiber.new { {f.call([]): f.call(1), f.call(2): f.call(3)} }.try())
// expect: []
// expect: 1
// expect: Key must be a value type.
