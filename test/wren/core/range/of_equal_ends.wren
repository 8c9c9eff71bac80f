var result = []
for (n in 2..2) result.add(n)
for (n in 2...2) result.add(n)
System.print(result) // expect: [2]
