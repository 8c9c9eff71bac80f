System.print("before") // expect: before
return "a value for the host"
