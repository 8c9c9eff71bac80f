import "./\x5fshapes" for unit
System.print(unit) // expect: cm
