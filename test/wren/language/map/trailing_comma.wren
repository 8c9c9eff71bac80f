System.print({"a": 1,}) // expect: {a: 1}
System.print({
  "a": 1,
}) // expect: {a: 1}
