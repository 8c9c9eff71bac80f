System.print("a" + "b") // expect: ab
System.print("" + "") // expect:
System.print("a\0b" + "c" == "a\0bc") // expect: true
