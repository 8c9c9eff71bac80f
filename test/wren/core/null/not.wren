System.print(!null) // expect: true
