var log = []
class Foo {
  construct new() {}
  bar=(value) { log.add("never: a lower-case name is a method of this") }
}
class Bar {
  construct new(list) { _list = list }
  value=(v) { _list.add("set %(v)") }
}
var make = Fn.new {
  log.add("receiver")
  return Bar.new(log)
}
var give = Fn.new {
  log.add("value")
  return 1
}
make.call().value = give.call()
System.print(log) // expect: [receiver, value, set 1]
