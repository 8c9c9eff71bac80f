System.print("abc".iterate(null)) // expect: 0
System.print("abc".iterate(0)) // expect: 1
System.print("abc".iterate(2)) // expect: false
System.print("abc".iterate(-1)) // expect: false
System.print("abc".iterate(99)) // expect: false
System.print("aéb".iterate(1)) // expect: 3
System.print("aéb".iterate(2)) // expect: 3
System.print("".iterate(null)) // expect: false
