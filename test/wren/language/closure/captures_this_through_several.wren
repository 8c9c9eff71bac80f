class Foo {
  construct new() {}
  name { "foo" }
  nested {
    return Fn.new {
      return Fn.new {
        return Fn.new { name }
      }
    }
  }
}
System.print(Foo.new().nested.call().call().call()) // expect: foo
