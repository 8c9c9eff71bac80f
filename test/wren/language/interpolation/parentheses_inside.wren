System.print("%((1 + 2) * 3)") // expect: 9
System.print("%([(1), (2)])") // expect: [1, 2]
