System.print(List.filled(3, "a")) // expect: [a, a, a]
System.print(List.filled(0, 1)) // expect: []
