import "./_cycle_a" for A
System.print(A)
// expect: b sees null
// expect: a sees B
// expect: A
