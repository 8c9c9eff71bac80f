System.print(false ? "then" : "else") // expect: else
System.print(null ? "then" : "else") // expect: else
