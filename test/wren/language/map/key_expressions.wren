var name = "key"
var map = {name: 1, 2: "two", true: "yes", (1 + 2): "three", -1: "minus", null: "nothing"}
System.print(map["key"]) // expect: 1
System.print(map[2]) // expect: two
System.print(map[true]) // expect: yes
System.print(map[3]) // expect: three
System.print(map[-1]) // expect: minus
System.print(map[null]) // expect: nothing
