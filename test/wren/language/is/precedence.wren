System.print(1 + 1 is Num) // expect: true
System.print(!1 is Bool) // expect: true
System.print(1 is Num == true) // expect: true
