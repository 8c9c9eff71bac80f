var i = 0
var sum = 0
while (i < 1000000) {
  sum = sum + i
  i = i + 1
}
System.print(sum) // expect: 499999500000
