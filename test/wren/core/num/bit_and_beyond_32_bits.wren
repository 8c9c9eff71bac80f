System.print(0x1ffffffff & 0xffffffff) // expect: 4294967295
System.print(-1 & 0xffffffff) // expect: 4294967295
