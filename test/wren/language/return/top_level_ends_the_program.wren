System.print("before") // expect: before
return
System.print("not reached")
