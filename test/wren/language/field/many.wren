class Foo {
  construct new() {
    _a = 1
    _b = 2
    _c = 3
    _d = 4
    _e = 5
    _f = 6
    _g = 7
    _h = 8
    _i = 9
    _j = 10
  }
  sum { _a + _b + _c + _d + _e + _f + _g + _h + _i + _j }
}
System.print(Foo.new().sum) // expect: 55
