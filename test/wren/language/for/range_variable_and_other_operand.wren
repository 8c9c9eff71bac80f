class Vector {
  construct new(x) { _x = x }
  x { _x }
  *(factor) { Vector.new(_x * factor) }
}
for (i in 1..2) System.print((Vector.new(2) * i).x)
// expect: 2
// expect: 4
for (i in 1..2) System.print(i * Vector.new(2)) // expect runtime error: Right operand must be a number.
