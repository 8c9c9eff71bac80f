System.print({"a": 1, "a": 2}) // expect: {a: 2}
