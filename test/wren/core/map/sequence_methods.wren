System.print({"a": 1}.map {|entry| entry.value }.toList) // expect: [1]
System.print({"a": 1, "b": 2}.count {|entry| entry.value > 1 }) // expect: 1
System.print({"a": 1}.toList) // expect: [a:1]
