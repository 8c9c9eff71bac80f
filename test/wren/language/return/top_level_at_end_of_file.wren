System.print("before") // expect: before
if (true) return