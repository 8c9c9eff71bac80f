var list = ["a", "b", "c"]
for (i in -1..1) System.print("%(list[i]) %(i + 1) %(-i) %(i == 0) %(i != 0)")
// expect: c 0 1 false true
// expect: a 1 -0 true false
// expect: b 2 -1 false true
for (i in 2...4) System.print("%(i..i + 1) %(~i & i) %(i * i % 3) %(i == "2") %("2" == i)")
// expect: 2..3 0 1 false false
// expect: 3..4 0 0 false false
for (i in 0..1) {
  var next = i + 1
  for (j in i * 2..next * 2) System.print((Fn.new { next - j }).call())
}
// expect: 1
// expect: 0
// expect: -1
// expect: 0
// expect: -1
// expect: -2
