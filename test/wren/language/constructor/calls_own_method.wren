class Foo {
  construct new() {
    prepare()
    this.value = value + 1
  }
  prepare() { _value = 1 }
  value { _value }
  value=(value) { _value = value }
}
System.print(Foo.new().value) // expect: 2
