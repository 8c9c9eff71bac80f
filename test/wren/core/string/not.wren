System.print(!"a") // expect: false
System.print(!"") // expect: false
