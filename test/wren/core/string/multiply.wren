System.print("ab" * 3) // expect: ababab
System.print("ab" * 0 == "") // expect: true
System.print("" * 1000 == "") // expect: true
System.print("é" * 2) // expect: éé
