System.print("abcd".startsWith("ab")) // expect: true
System.print("abcd".startsWith("bc")) // expect: false
System.print("abcd".startsWith("")) // expect: true
System.print("ab".startsWith("abc")) // expect: false
