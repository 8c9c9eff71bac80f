var list = [

  1,

  2

]
System.print(list) // expect: [1, 2]
