System.print([]) // expect: []
System.print([1, "a", [2], null]) // expect: [1, a, [2], null]
System.print([1].toString == "[1]") // expect: true
