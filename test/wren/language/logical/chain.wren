System.print(1 && 2 && 3) // expect: 3
System.print(false || null || 3 || 4) // expect: 3
System.print(1 && null && 3) // expect: null
