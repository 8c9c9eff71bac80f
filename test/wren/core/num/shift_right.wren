System.print(256 >> 4) // expect: 16
System.print(0xffffffff >> 1) // expect: 2147483647
System.print(-1 >> 28) // expect: 15
System.print(1 >> 32) // expect: 1
