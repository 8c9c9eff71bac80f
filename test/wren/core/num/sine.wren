System.print(0.sin) // expect: 0
System.print((Num.pi / 2).sin) // expect: 1
System.print((Num.pi / 6).sin) // expect: 0.5
System.print(0.5.asin) // expect: 0.5235987755983
System.print(2.asin) // expect: nan
