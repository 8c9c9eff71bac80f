class Foo {
  construct new() {}
  [f] { f.call() }
}
System.print(Foo.new()[Fn.new { "from block" }]) // expect: from block
