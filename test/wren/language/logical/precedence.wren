System.print(true || false && false) // expect: true
System.print((true || false) && false) // expect: false
System.print(false && false || true) // expect: true
System.print(1 == 1 && 2 == 2) // expect: true
System.print(!true || true) // expect: true
