var map = {"a": 1, "b": 2, "c": 3}
var seen = []
for (key in map.keys) {
  seen.add(key)
  map.remove(key)
}
System.print(seen) // expect: [a, b, c]
System.print(map.isEmpty) // expect: true
