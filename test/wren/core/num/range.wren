System.print(1..3) // expect: 1..3
System.print(1...3) // expect: 1...3
System.print((1..3) is Range) // expect: true
