class Foo {
  construct new() {}
  a() { "method" }
  run() {
    var a = "local"
    return this.a()
  }
}
System.print(Foo.new().run()) // expect: method
