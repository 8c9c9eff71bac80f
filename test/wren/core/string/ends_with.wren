System.print("abcd".endsWith("cd")) // expect: true
System.print("abcd".endsWith("bc")) // expect: false
System.print("abcd".endsWith("")) // expect: true
System.print("cd".endsWith("bcd")) // expect: false
