var list = [1]
System.print(list == list) // expect: true
System.print(list == [1]) // expect: false
System.print(list != [1]) // expect: true
