for (i in 1...1) System.print("not reached")
for (i in 1..1) System.print(i) // expect: 1
