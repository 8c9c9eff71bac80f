System.print((1..5) == (1..5)) // expect: true
System.print((1..5) == (1...5)) // expect: false
System.print((1..5) == (1..6)) // expect: false
System.print((1..5) != (1..5)) // expect: false
System.print((1..5) != (2..5)) // expect: true
