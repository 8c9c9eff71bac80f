System.print("abc" == "abc") // expect: true
System.print("abc" == "ab" + "c") // expect: true
System.print("abc" != "abd") // expect: true
System.print("1" == 1) // expect: false
System.print("a\0b" == "a\0c") // expect: false
