System.print(3 * 4) // expect: 12
System.print(-2 * 0.5) // expect: -1
System.print(1e200 * 1e200) // expect: infinity
