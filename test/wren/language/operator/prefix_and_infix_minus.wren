class Foo {
  construct new() {}
  - { "prefix" }
  -(a) { "infix %(a)" }
}
System.print(-Foo.new()) // expect: prefix
System.print(Foo.new() - 1) // expect: infix 1
