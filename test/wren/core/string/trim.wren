System.print("[" + " \t\r\n a b \n".trim() + "]") // expect: [a b]
System.print("".trim() == "") // expect: true
System.print(" \n ".trim() == "") // expect: true
System.print("a".trim()) // expect: a
