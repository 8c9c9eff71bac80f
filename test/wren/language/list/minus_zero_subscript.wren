var list = [1, 2]
list[-0] = 3
for (i in -0..1) list[i * 1] = list[i] + 1
System.print(list) // expect: [4, 3]
System.print(list[-0]) // expect: 4
