System.print("".count) // expect: 0
System.print("abc".count) // expect: 3
System.print("søméthing".count) // expect: 9
System.print("\x80\x80a".count) // expect: 2
System.print("a\0b".count) // expect: 3
