var a = true ? {"key": 1} : {}
System.print(a["key"]) // expect: 1
