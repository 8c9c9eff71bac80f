System.print([1, 2].iteratorValue(1)) // expect: 2
System.print([1, 2].iteratorValue(-1)) // expect: 2
