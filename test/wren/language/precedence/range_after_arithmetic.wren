System.print(1 + 1..2 * 3) // expect: 2..6
System.print(1..2 + 1) // expect: 1..3
