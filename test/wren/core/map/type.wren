System.print({}.type) // expect: Map
System.print({} is Map) // expect: true
System.print({} is Sequence) // expect: true
