System.print([]) // expect: []
System.print([1]) // expect: [1]
System.print([1, "a", null, [true]]) // expect: [1, a, null, [true]]
