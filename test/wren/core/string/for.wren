var seen = []
for (c in "aéb") seen.add(c)
System.print(seen) // expect: [a, é, b]
for (c in "") System.print("never")
