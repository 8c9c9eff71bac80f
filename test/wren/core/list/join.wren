System.print([1, "a", null].join()) // expect: 1anull
System.print([1, "a", null].join(", ")) // expect: 1, a, null
System.print([].join(",") == "") // expect: true
System.print([1].join(",")) // expect: 1
