class Foo {
  construct new() {}
  a { "getter" }
  run() {
    System.print(a) // expect: getter
    var a = "local"
    System.print(a) // expect: local
    System.print(this.a) // expect: getter
  }
}
Foo.new().run()
