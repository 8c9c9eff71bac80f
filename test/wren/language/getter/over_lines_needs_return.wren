class Foo {
  construct new() {}
  with {
    return "returned"
  }
  without {
    "not returned"
  }
}
System.print(Foo.new().with) // expect: returned
System.print(Foo.new().without) // expect: null
