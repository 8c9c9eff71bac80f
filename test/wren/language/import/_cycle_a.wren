import "./_cycle_b" for B
System.print("a sees %(B)")
var A = "A"
