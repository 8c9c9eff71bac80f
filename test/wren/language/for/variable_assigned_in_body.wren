for (i in 1..3) {
  i = i * 10
  System.print(i)
}
// expect: 10
// expect: 20
// expect: 30
