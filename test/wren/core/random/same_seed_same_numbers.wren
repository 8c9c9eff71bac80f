import "random" for Random

var random = Random.new(42)
System.print(random.int()) // expect: 1999102467
System.print(random.int()) // expect: 554368451
System.print(random.float() * 1000) // expect: 108.26520282467
System.print(random.float(10)) // expect: 9.7186589876772
System.print(random.float(5, 6)) // expect: 5.0248508928041
System.print(random.int(100)) // expect: 81
System.print(random.int(-5, 5)) // expect: 1
