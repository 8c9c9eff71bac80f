class Foo {
  construct new() {}
  is(other) { "is %(other)" }
}
System.print(Foo.new() is Num) // expect: is Num
