System.print({}) // expect: {}
System.print({"a": [1]}) // expect: {a: [1]}
System.print({1: 2}.toString == "{1: 2}") // expect: true
