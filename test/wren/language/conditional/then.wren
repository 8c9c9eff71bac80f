System.print(true ? "then" : "else") // expect: then
System.print(1 ? "then" : "else") // expect: then
System.print(0 ? "then" : "else") // expect: then
System.print("" ? "then" : "else") // expect: then
System.print([] ? "then" : "else") // expect: then
