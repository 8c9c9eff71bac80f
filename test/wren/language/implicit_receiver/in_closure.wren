class Foo {
  construct new() {}
  name { "foo" }
  closure { Fn.new { Fn.new { name } } }
}
System.print(Foo.new().closure.call().call()) // expect: foo
