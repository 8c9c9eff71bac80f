System.print(1.type) // expect: Num
System.print(1 is Num) // expect: true
System.print(1.5.type == Num) // expect: true
