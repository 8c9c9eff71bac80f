System.print("a") /* begins
and goes on
and ends */ // expect: a
System.print("b") // expect: b
