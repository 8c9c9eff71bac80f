System.print(1 << 4) // expect: 16
System.print(0xaaaaaaaa << 1) // expect: 1431655764
System.print(1 << 31) // expect: 2147483648
System.print(1 << 32) // expect: 1
System.print(1 << 33) // expect: 2
