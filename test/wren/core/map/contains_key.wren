var map = {"a": null, 1: 2, null: 3}
System.print(map.containsKey("a")) // expect: true
System.print(map.containsKey(1)) // expect: true
System.print(map.containsKey("1")) // expect: false
System.print(map.containsKey(null)) // expect: true
System.print(map.containsKey(false)) // expect: false
