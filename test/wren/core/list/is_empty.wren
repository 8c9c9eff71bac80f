System.print([].isEmpty) // expect: true
System.print([null].isEmpty) // expect: false
