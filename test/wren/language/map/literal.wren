System.print({}) // expect: {}
System.print({"a": 1}) // expect: {a: 1}
System.print({"a": {"b": [1]}}) // expect: {a: {b: [1]}}
