import "./_shapes" for Square
System.print(Square.new(3).area) // expect: 9
