System.print({"b": 1, "a": 2}.keys.toList) // expect: [b, a]
System.print({}.keys.toList) // expect: []
System.print({"a": 1}.keys is Sequence) // expect: true
System.print({"a": 1}.keys.count) // expect: 1
