var map = {(1..3): "range"}
System.print(map[1..3]) // expect: range
System.print(map[1...3]) // expect: null
