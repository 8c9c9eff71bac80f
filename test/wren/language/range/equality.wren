System.print((1..2) == (1..2)) // expect: true
System.print((1..2) == (1...2)) // expect: false
System.print((1..2) != (1..3)) // expect: true
