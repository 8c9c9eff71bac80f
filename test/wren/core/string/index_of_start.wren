System.print("abcabc".indexOf("b", 2)) // expect: 4
System.print("abcabc".indexOf("b", 4)) // expect: 4
System.print("abcabc".indexOf("c", 5)) // expect: 5
System.print("abcabc".indexOf("a", 4)) // expect: -1
System.print("abcabc".indexOf("b", -2)) // expect: 4
System.print("abc".indexOf("", 2)) // expect: 2
