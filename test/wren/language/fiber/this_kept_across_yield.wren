class Foo {
  construct new(name) { _name = name }
  run() {
    Fiber.yield(_name)
    _name = _name + "!"
    Fiber.yield(this.name)
    return Fn.new { name }.call()
  }
  name { _name }
}
var fiber = Fiber.new { Foo.new("foo").run() }
System.print(fiber.call()) // expect: foo
System.print(fiber.call()) // expect: foo!
System.print(fiber.call()) // expect: foo!
