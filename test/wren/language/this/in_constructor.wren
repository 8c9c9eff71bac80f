class Foo {
  construct new(registry) { registry.add(this) }
}
var registry = []
var foo = Foo.new(registry)
System.print(registry[0] == foo) // expect: true
