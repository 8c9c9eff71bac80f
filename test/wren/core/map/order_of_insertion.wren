var map = {"z": 1, "m": 2}
map["a"] = 3
map["z"] = 4
map.remove("m")
map["m"] = 5
System.print(map) // expect: {z: 4, a: 3, m: 5}
