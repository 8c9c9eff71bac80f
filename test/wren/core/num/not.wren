System.print(!1) // expect: false
System.print(!0) // expect: false
