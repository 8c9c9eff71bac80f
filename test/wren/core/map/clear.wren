var map = {"a": 1, 2: 3}
System.print(map.clear()) // expect: null
System.print(map) // expect: {}
System.print(map.count) // expect: 0
System.print(map["a"]) // expect: null
