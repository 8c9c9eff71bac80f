// /* not opened
System.print("ok") // expect: ok
