class Foo {
  construct new() {}
  a=(value) { System.print("setter %(value)") }
  run() {
    a = 1 // expect: setter 1
    var a = "local"
    a = 2
    System.print(a) // expect: 2
  }
}
Foo.new().run()
