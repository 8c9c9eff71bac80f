var a = false
if (a = true) System.print(a) // expect: true
