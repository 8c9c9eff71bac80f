var make = Fn.new {
  System.print("made")
  return [1, 2]
}
for (x in make.call()) System.print(x)
// expect: made
// expect: 1
// expect: 2
