var entry = MapEntry.new(1, 2)
System.print(entry.key) // expect: 1
System.print(entry.value) // expect: 2
System.print(entry) // expect: 1:2
