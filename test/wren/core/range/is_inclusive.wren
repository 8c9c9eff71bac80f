System.print((1..5).isInclusive) // expect: true
System.print((1...5).isInclusive) // expect: false
