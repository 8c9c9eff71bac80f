System.print([].each(3)) // expect: null
