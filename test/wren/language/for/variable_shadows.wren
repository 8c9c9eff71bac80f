var i = "outer"
for (i in 1..1) System.print(i) // expect: 1
System.print(i) // expect: outer
