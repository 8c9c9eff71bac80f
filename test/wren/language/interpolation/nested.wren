System.print("a%("b%("c%("d")c")b")a") // expect: abcdcba
