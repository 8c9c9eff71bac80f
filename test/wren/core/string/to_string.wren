System.print("text".toString) // expect: text
System.print("a\0b".toString.bytes.count) // expect: 3
