System.print(0x0) // expect: 0
System.print(0xff) // expect: 255
System.print(0xABCDEF) // expect: 11259375
System.print(-0x10) // expect: -16
System.print(0xFFFFFFFF) // expect: 4294967295
