System.print([3, 1, 2].sort()) // expect: [1, 2, 3]
System.print([].sort()) // expect: []
System.print([1].sort()) // expect: [1]
System.print([2, -0.5, 10, 1/0, -1/0].sort()) // expect: [-infinity, -0.5, 2, 10, infinity]
