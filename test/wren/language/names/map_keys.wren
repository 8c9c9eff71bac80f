var map = {}
for (key in ["constructor", "__proto__", "prototype", "toString", "valueOf", "then", "hasOwnProperty"]) {
  System.print(map[key] == null && !map.containsKey(key))
  map[key] = "set"
}
// expect: true
// expect: true
// expect: true
// expect: true
// expect: true
// expect: true
// expect: true
System.print(map.count) // expect: 7
System.print(map["__proto__"]) // expect: set
System.print({}["__proto__"]) // expect: null
