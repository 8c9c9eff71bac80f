System.print("a" == "a") // expect: true
System.print("a" == "b") // expect: false
System.print("a" + "b" == "ab") // expect: true
System.print("a" == 1) // expect: false
System.print("1" == 1) // expect: false
System.print("" == null) // expect: false
System.print("a" != "a") // expect: false
System.print("a" != "b") // expect: true
System.print("a\0b" == "a\0c") // expect: false
