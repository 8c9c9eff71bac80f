for (i in 1..1) {
  var i = "inner"
  System.print(i) // expect: inner
}
