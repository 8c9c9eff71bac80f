var result = []
for (n in 1..4) result.add(n)
for (n in 1...4) result.add(n)
System.print(result) // expect: [1, 2, 3, 4, 1, 2, 3]
