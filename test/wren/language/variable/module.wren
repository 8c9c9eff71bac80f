var a = "value"
System.print(a) // expect: value
