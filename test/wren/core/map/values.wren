System.print({"b": 1, "a": 2}.values.toList) // expect: [1, 2]
System.print({}.values.toList) // expect: []
System.print({"a": 1}.values is Sequence) // expect: true
