var a = 1
System.print("%(a)%(a + 1), %(a + 2)") // expect: 12, 3
