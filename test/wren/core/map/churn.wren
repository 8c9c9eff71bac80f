var map = {}
for (i in 1..200) map[i] = i
for (i in 1..200) {
  map.remove(i)
  map[i + 200] = i
  map["k%(i)"] = i
}
for (i in 1..100) map.remove("k%(i)")
System.print(map.count) // expect: 300
System.print(map[201]) // expect: 1
System.print(map[400]) // expect: 200
System.print(map[200]) // expect: null
System.print(map["k100"]) // expect: null
System.print(map["k101"]) // expect: 101
