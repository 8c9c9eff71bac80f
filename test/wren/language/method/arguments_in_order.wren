var log = []
var f = Fn.new {|x|
  log.add(x)
  return x
}
class Foo {
  static m(a, b) { null }
}
Foo.m(f.call(1), f.call(2))
System.print(log) // expect: [1, 2]
