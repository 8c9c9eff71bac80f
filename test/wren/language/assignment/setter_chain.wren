class Box {
  construct new() {}
  value { _value }
  value=(value) { _value = value }
}
var a = Box.new()
var b = Box.new()
a.value = b.value = 3
System.print(a.value + b.value) // expect: 6
