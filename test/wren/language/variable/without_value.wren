var a
System.print(a) // expect: null
