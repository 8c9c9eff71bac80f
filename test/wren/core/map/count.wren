var map = {}
System.print(map.count) // expect: 0
map["a"] = 1
map["a"] = 2
map[3] = 1
System.print(map.count) // expect: 2
