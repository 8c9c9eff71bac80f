System.print("1 + 2 = %(1 + 2)") // expect: 1 + 2 = 3
