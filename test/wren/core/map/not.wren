System.print(!{}) // expect: false
