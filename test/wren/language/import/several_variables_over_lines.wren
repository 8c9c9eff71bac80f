import "./_shapes" for
    Square,
    unit
System.print(unit) // expect: cm
System.print(Square) // expect: Square
