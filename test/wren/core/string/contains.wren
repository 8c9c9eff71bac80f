System.print("something".contains("meth")) // expect: true
System.print("something".contains("math")) // expect: false
System.print("something".contains("")) // expect: true
System.print("a\0b".contains("\0b")) // expect: true
