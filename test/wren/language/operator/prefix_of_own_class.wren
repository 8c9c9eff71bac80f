class Foo {
  construct new() {}
  ! { "not" }
  - { "negative" }
  ~ { "complement" }
}
var foo = Foo.new()
System.print([!foo, -foo, ~foo]) // expect: [not, negative, complement]
