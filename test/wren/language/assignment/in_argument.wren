var a = 1
System.print([a = 2, a]) // expect: [2, 2]
