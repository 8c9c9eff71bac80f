System.print("abcabc".indexOf("ca")) // expect: 2
System.print("abc".indexOf("x")) // expect: -1
System.print("abc".indexOf("")) // expect: 0
System.print("aéb".indexOf("b")) // expect: 3
System.print("abc".indexOf("abcd")) // expect: -1
