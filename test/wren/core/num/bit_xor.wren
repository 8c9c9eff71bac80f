System.print(12 ^ 10) // expect: 6
System.print(0xffffffff ^ 0x0f0f0f0f) // expect: 4042322160
