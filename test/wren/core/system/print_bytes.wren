System.print("a\tb é") // expect: a	b é
