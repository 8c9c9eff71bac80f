class Thing {
  construct new() {}
}
var one = Thing.new()
var other = Thing.new()
System.print(one == one) // expect: true
System.print(one == other) // expect: false
System.print(one != one) // expect: false
System.print(one != other) // expect: true
System.print(one == 1) // expect: false
