var map = {"a": 1, 2: "two", null: 3}
System.print(map.remove("a")) // expect: 1
System.print(map.remove("a")) // expect: null
System.print(map.remove(2)) // expect: two
System.print(map.remove(null)) // expect: 3
System.print(map.count) // expect: 0
System.print(map) // expect: {}
