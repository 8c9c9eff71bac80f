class Foo {
  static adder(a) {
    return Fn.new {|b| a + b }
  }
}
System.print(Foo.adder(1).call(2)) // expect: 3
