System.print(!true) // expect: false
System.print(!false) // expect: true
