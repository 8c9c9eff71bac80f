var result = []
for (n in 3..1) result.add(n)
for (n in 3...1) result.add(n)
System.print(result) // expect: [3, 2, 1, 3, 2]
