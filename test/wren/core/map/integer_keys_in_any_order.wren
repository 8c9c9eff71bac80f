var map = {}
var n = 1
for (i in 1..500) {
  n = n * 7 % 1009
  map[n] = i
}
var sum = 0
for (value in map.values) sum = sum + value
System.print(map.count) // expect: 252
System.print(sum) // expect: 94374
System.print(map[7]) // expect: 253
System.print(map[0]) // expect: null
