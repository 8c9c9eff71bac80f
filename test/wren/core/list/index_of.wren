System.print([1, "a", 3].indexOf("a")) // expect: 1
System.print([1, 2].indexOf(3)) // expect: -1
System.print([1, 1].indexOf(1)) // expect: 0
System.print([0].indexOf(-0)) // expect: -1
System.print([1..2].indexOf(1..2)) // expect: 0
System.print([[]].indexOf([])) // expect: -1
System.print([null, true].indexOf(true)) // expect: 1
