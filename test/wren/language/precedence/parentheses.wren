System.print((1)) // expect: 1
System.print(((((2)))) * 2) // expect: 4
System.print((1 + (2 - (3 - 4)))) // expect: 4
