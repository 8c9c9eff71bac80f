System.print([1, 2, 3].reduce {|a, b| a - b }) // expect: -4
System.print([1, 2, 3].reduce(10) {|a, b| a - b }) // expect: 4
System.print([7].reduce {|a, b| "never" }) // expect: 7
System.print([].reduce("start") {|a, b| "never" }) // expect: start
