import "./_shapes" for Square as Quad, unit as measure
System.print(Quad.new(2).area) // expect: 4
System.print(measure) // expect: cm
