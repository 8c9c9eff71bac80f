System.print(1 < 2 == true) // expect: true
System.print(false == 2 < 1) // expect: true
System.print(1 < 2 != 3 < 4) // expect: false
