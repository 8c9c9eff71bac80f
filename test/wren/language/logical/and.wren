System.print(true && true) // expect: true
System.print(true && false) // expect: false
System.print(false && true) // expect: false
System.print(null && true) // expect: null
System.print(0 && "last") // expect: last
System.print("" && false) // expect: false
