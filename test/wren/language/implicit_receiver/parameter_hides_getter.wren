class Foo {
  construct new() {}
  a { "getter" }
  run(a) { a }
}
System.print(Foo.new().run("parameter")) // expect: parameter
