class Counter {
  construct new() {
    if (__count == null) __count = 0
    __count = __count + 1
  }
  static count { __count }
}
Counter.new()
Counter.new()
System.print(Counter.count) // expect: 2
