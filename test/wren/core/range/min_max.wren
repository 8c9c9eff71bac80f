System.print((1..5).min) // expect: 1
System.print((1..5).max) // expect: 5
System.print((5..1).min) // expect: 1
System.print((5..1).max) // expect: 5
System.print((0..(0/0)).min) // expect: 0
System.print(((0/0)..0).max) // expect: 0
