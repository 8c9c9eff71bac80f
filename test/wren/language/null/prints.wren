System.print(null) // expect: null
System.print([null]) // expect: [null]
