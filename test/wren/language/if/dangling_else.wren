if (true) if (false) System.print("a") else System.print("b") // expect: b
if (false) if (true) System.print("c") else System.print("d")
