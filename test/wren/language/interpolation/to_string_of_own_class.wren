class Foo {
  construct new() {}
  toString { "foo" }
}
System.print("<%(Foo.new())>") // expect: <foo>
