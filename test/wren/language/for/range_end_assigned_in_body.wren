var end = 3
for (i in 1..end) {
  end = 10
  System.print(i)
}
// expect: 1
// expect: 2
// expect: 3
