class Foo {
  construct new() {
    _1 = "digit"
    _a_b = "underscore"
    _Upper = "upper"
    _ = "alone"
  }
  toString { [_1, _a_b, _Upper, _].join(" ") }
}
System.print(Foo.new()) // expect: digit underscore upper alone
