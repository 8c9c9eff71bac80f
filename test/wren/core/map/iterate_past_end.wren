System.print({"a": 1}.iterate(99)) // expect: false
System.print({"a": 1}.iterate(-1)) // expect: false
