var a = !
  false
System.print(a) // expect: true
