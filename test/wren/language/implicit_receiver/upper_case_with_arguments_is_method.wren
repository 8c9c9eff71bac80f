class Foo {
  construct new() {}
  Upper(a) { "method %(a)" }
  run() { this.Upper(1) }
}
System.print(Foo.new().run()) // expect: method 1
