var Upper = "module variable"
class Foo {
  construct new() {}
  Upper { "getter" }
  run() { Upper }
}
System.print(Foo.new().run()) // expect: module variable
System.print(Foo.new().Upper) // expect: getter
