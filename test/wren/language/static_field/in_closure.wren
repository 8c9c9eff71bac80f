class Foo {
  static counter {
    __count = 0
    return Fn.new { __count = __count + 1 }
  }
  static count { __count }
}
var counter = Foo.counter
counter.call()
counter.call()
System.print(Foo.count) // expect: 2
