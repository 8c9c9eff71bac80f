class Foo {
  construct new() { _a = _b = 3 }
  sum { _a + _b }
}
System.print(Foo.new().sum) // expect: 6
