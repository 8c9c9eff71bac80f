System.print(12 | 10) // expect: 14
System.print(0xaaaaaaaa | 0x55555555) // expect: 4294967295
System.print(-1 | 0) // expect: 4294967295
