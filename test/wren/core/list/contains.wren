System.print([1, "a", null].contains("a")) // expect: true
System.print([1, "a", null].contains(null)) // expect: true
System.print([1, "a"].contains(2)) // expect: false
System.print([].contains(null)) // expect: false
