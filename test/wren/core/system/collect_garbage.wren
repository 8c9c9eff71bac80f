System.print(System.gc()) // expect: null
