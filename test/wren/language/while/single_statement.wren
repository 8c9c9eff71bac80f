var i = 0
while (i < 3) i = i + 1
System.print(i) // expect: 3
