System.printAll([1, "a", null]) // expect: 1anull
System.printAll([]) // expect:
System.printAll(1..3) // expect: 123
