class Foo {
  static m() {
    var f = Fn.new {
      return "of the closure"
    }
    f.call()
    return "of the method"
  }
}
System.print(Foo.m()) // expect: of the method
