System.print("%(1)" + "2") // expect: 12
System.print("%(1)%(2)".count) // expect: 2
System.print("%(1)" is String) // expect: true
