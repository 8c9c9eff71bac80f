for (i in 1..2) {
  var add = Fn.new { i = i + 10 }
  add.call()
  System.print(i)
}
// expect: 11
// expect: 12
