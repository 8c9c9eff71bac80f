var a =
  "next line"
System.print(a) // expect: next line
