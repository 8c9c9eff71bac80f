System.print("".type) // expect: String
System.print("" is String) // expect: true
System.print("" is Sequence) // expect: true
