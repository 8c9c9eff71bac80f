class Foo {
  static all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) {
    return [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
  }
}
var fiber = Fiber.new {
  return Foo.all(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, Fiber.yield())
}
fiber.call()
System.print(fiber.call(16)) // expect: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
