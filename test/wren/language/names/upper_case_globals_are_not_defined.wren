class Foo {
  construct new() {}
  globalThis { "getter" }
  run() { [globalThis, this.globalThis] }
}
System.print(Foo.new().run()) // expect: [getter, getter]
