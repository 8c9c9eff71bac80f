var closures = []
for (i in 1..3) {
  var square = i * i
  closures.add(Fn.new { square })
  if (i == 2) continue
  square = "changed"
}
for (closure in closures) System.print(closure.call())
// expect: changed
// expect: 4
// expect: changed
