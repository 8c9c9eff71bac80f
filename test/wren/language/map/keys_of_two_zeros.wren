var map = {0: "plus", -0: "minus"}
System.print(map.count) // expect: 2
