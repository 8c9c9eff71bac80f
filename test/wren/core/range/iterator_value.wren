System.print((1..3).iteratorValue(2)) // expect: 2
