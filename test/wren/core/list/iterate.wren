System.print([1, 2].iterate(null)) // expect: 0
System.print([1, 2].iterate(0)) // expect: 1
System.print([1, 2].iterate(1)) // expect: false
System.print([1, 2].iterate(99)) // expect: false
System.print([1, 2].iterate(-1)) // expect: false
System.print([].iterate(null)) // expect: false
