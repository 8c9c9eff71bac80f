System.print("".isEmpty) // expect: true
System.print(" ".isEmpty) // expect: false
