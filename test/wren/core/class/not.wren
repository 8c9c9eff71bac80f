System.print(!Num) // expect: false
