var list = [null]
System.print(list[0]) // expect: null
System.print(list[-1]) // expect: null
