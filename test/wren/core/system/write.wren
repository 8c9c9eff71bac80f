System.write("a")
System.write(1)
System.write(null)
System.print(System.write("b")) // expect: a1nullbb
