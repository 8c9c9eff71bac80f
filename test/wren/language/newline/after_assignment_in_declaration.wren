var a =
  5
System.print(a) // expect: 5
