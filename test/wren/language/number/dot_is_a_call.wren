System.print(1.toString + "!") // expect: 1!
System.print(1.5.floor) // expect: 1
System.print(12.max(3)) // expect: 12
