var map = {"__proto__": 1, "constructor": 2, "toString": 3}
System.print(map["__proto__"]) // expect: 1
System.print(map["constructor"]) // expect: 2
System.print(map["valueOf"]) // expect: null
System.print(map.count) // expect: 3
