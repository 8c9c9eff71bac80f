System.print(1 is Num is Bool) // expect: true
