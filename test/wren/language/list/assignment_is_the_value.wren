var list = [1]
System.print(list[0] = "assigned") // expect: assigned
System.print(list) // expect: [assigned]
