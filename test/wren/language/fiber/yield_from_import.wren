import "./_yields" for Value
System.print("not reached in the main fiber")
// expect: module begins
