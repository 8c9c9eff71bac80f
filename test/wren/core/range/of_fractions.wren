var result = []
for (n in 1.5..3.7) result.add(n)
for (n in 1.5...3.5) result.add(n)
System.print(result) // expect: [1.5, 2.5, 3.5, 1.5, 2.5]
