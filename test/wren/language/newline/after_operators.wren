var a = 1 +
  2 *
  3
System.print(a) // expect: 7
System.print(a >
  5) // expect: true
System.print([1,
  2].count ==
  2) // expect: true
