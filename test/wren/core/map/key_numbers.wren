var map = {0: "zero", -0: "minus", (0/0): "nan", 1.5: "fraction", -1: "negative", 1e20: "large"}
System.print(map.count) // expect: 6
System.print(map[0]) // expect: zero
System.print(map[-0]) // expect: minus
System.print(map[0/0]) // expect: nan
System.print(map[1.5]) // expect: fraction
System.print(map[-1]) // expect: negative
System.print(map[1e20]) // expect: large
System.print(map[2 - 1.0]) // expect: null
