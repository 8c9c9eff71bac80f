var map = {1: "number", "1": "text"}
System.print(map[1]) // expect: number
System.print(map["1"]) // expect: text
