System.print(![]) // expect: false
