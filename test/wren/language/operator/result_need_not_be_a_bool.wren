class Foo {
  construct new() {}
  ==(a) { null }
  <(a) { 0 }
}
System.print(Foo.new() == 1) // expect: null
System.print(Foo.new() < 1 ? "0 is true" : "0 is false") // expect: 0 is true
