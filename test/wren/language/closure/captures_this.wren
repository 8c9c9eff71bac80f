class Foo {
  construct new(name) { _name = name }
  closure { Fn.new { this } }
  name { _name }
}
System.print(Foo.new("foo").closure.call().name) // expect: foo
