System.print(!null) // expect: true
System.print(null ? 1 : 2) // expect: 2
