var range = 1..3
System.print(range.iterate(null)) // expect: 1
System.print(range.iterate(1)) // expect: 2
System.print(range.iterate(3)) // expect: false
System.print((1...3).iterate(2)) // expect: false
System.print((3..1).iterate(3)) // expect: 2
System.print((3..1).iterate(1)) // expect: false
System.print((1...1).iterate(null)) // expect: false
