System.print(0 & 0) // expect: 0
System.print(12 & 10) // expect: 8
System.print(0xffffffff & 0x12345678) // expect: 305419896
System.print(3.7 & 2.9) // expect: 2
