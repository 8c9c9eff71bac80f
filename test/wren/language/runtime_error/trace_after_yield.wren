class Foo {
  static run(f) {
    Fiber.yield(1)
    f.call() // expect frame 2: run(_)
  }
}
var fiber = Fiber.new {
  Foo.run { null.missing } // expect runtime error: Null does not implement 'missing'. // expect frame 1: run(_) block argument // expect frame 3: new(_) block argument
}
fiber.call()
fiber.call()
