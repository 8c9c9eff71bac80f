class Thing {}
var map = {null: 1, true: 2, 3: 4, "s": 5, Thing: 6, (1..2): 7, (1...2): 8, Thing.type: 9}
System.print(map.count) // expect: 8
System.print(map[null]) // expect: 1
System.print(map[true]) // expect: 2
System.print(map[3]) // expect: 4
System.print(map["s"]) // expect: 5
System.print(map[Thing]) // expect: 6
System.print(map[1..2]) // expect: 7
System.print(map[1...2]) // expect: 8
System.print(map[Thing.type]) // expect: 9
System.print(map[false]) // expect: null
System.print(map["3"]) // expect: null
System.print(map["1..2"]) // expect: null
