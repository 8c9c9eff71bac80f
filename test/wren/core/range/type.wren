System.print((1..2).type) // expect: Range
System.print((1..2) is Sequence) // expect: true
