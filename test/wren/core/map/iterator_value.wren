var map = {"a": 1}
var entry = map.iteratorValue(map.iterate(null))
System.print(entry) // expect: a:1
System.print(entry.key) // expect: a
System.print(entry.value) // expect: 1
System.print(entry.type) // expect: MapEntry
map["a"] = 2
System.print(entry.value) // expect: 1
