import "./_shapes" for Count, Counter
Counter.add()
System.print(Count) // expect: 0
System.print(Counter.count) // expect: 1
Count = 10
System.print(Counter.count) // expect: 1
