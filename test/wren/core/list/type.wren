System.print([].type) // expect: List
System.print([] is List) // expect: true
System.print([] is Sequence) // expect: true
