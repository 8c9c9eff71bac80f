import "./_shapes" for Square, unit, Counter
System.print([Square, unit, Counter]) // expect: [Square, cm, Counter]
