class Foo {
  static down(n) {
    if (n > 0) {
      down(n - 1)
    } else {
      n.missing
    }
  }
}
System.print(Fiber.new { Foo.down(3) }.try()) // expect: Num does not implement 'missing'.
