var fiber = Fiber.new {
  var a = "outer"
  {
    var a = Fiber.yield(1)
    System.print(a)
    {
      var a = Fiber.yield(2)
      System.print(a)
    }
    System.print(a)
  }
  System.print(a)
}
fiber.call()
fiber.call("middle") // expect: middle
fiber.call("inner")
// expect: inner
// expect: middle
// expect: outer
