System.writeAll([1, "a"])
System.print(System.writeAll([])) // expect: 1anull
