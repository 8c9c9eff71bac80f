System.print(6 & 3) // expect: 2
System.print(6 | 3) // expect: 7
System.print(6 ^ 3) // expect: 5
System.print(~0) // expect: 4294967295
System.print(1 << 4) // expect: 16
System.print(256 >> 4) // expect: 16
System.print(1 << 31) // expect: 2147483648
System.print(1 << 33) // expect: 2
