System.print("it's") // expect: it's
