System.print(1 is Num == "a" is String) // expect: true
