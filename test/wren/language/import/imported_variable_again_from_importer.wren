import "./_reexports" for unit
System.print(unit) // expect: cm
