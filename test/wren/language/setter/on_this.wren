class Foo {
  construct new() {}
  bar=(value) { _bar = value * 2 }
  run() {
    this.bar = 4
    return _bar
  }
}
System.print(Foo.new().run()) // expect: 8
