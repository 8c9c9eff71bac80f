var a = "before"
a = "after"
System.print(a) // expect: after
