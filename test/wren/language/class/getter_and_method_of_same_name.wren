class Foo {
  construct new() {}
  bar { "getter" }
  bar() { "method" }
  bar(a) { "method of one" }
  bar=(a) { "setter" }
}
var foo = Foo.new()
System.print(foo.bar) // expect: getter
System.print(foo.bar()) // expect: method
System.print(foo.bar(1)) // expect: method of one
System.print(foo.bar = 1) // expect: setter
