var make = Fn.new {|value|
  class Local {
    construct new(value) { _value = value }
    value { _value }
  }
  return Local.new(value)
}
var a = make.call(1)
var b = make.call(2)
System.print(a.value) // expect: 1
System.print(b.value) // expect: 2
System.print(a.type == b.type) // expect: false
System.print(a.type.name == b.type.name) // expect: true
