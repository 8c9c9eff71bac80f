System.print(~0) // expect: 4294967295
System.print(~1) // expect: 4294967294
System.print(~0xffffffff) // expect: 0
System.print(~(-1)) // expect: 0
System.print(~1.5) // expect: 4294967294
