var a = true ?
  "then" :
  "else"
System.print(a) // expect: then
