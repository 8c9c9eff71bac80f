while (false) System.print("not reached")
while (null) System.print("not reached")
System.print("after") // expect: after
