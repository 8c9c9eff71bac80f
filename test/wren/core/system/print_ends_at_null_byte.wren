System.print("a\0b") // expect: a
System.write("c\0d")
System.print() // expect: c
System.printAll(["e\0", "f"]) // expect: ef
