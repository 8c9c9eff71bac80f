var map = {"a": 1, 2: "two"}
System.print(map["a"]) // expect: 1
System.print(map[2]) // expect: two
System.print(map["b"]) // expect: null
System.print({}["a"]) // expect: null
