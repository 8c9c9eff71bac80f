import "./_returns_early" for A, B
System.print(A) // expect: set
System.print(B) // expect: null
