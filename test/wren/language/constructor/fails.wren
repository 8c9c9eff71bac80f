class Foo {
  construct new() {
    Fiber.abort("no foo") // expect runtime error: no foo
  }
}
Foo.new()
