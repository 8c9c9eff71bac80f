class Vector {
  construct new(x) { _x = x }
  x { _x }
  +(other) { Vector.new(_x + other) }
  - { "minus %(_x)" }
  ==(other) { other == "same" }
}
var f = Fn.new {|given|
  var number = 1
  var swapped = 2
  var other = 3
  var changed = 4
  var change = Fn.new { changed = Vector.new(changed) }
  for (i in 1..3) {
    number = number * 2 - swapped
    swapped = i % 2 == 0 ? number : swapped + 1
    if (i == 2) change.call()
    if (i == 2) other = given
    changed = changed + 1
  }
  System.print("%(number) %(swapped) %(number == swapped) %(-number)")
  System.print("%(changed.x) %(-changed) %(changed == "same") %(changed == 1)")
  return other + 1
}
System.print(f.call(2))
// expect: -3 -2 false 3
// expect: 7 minus 7 true false
// expect: 3
System.print(f.call(Vector.new(5)).x)
// expect: -3 -2 false 3
// expect: 7 minus 7 true false
// expect: 6
