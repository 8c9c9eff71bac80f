System.print(2.pow(10)) // expect: 1024
System.print(2.pow(1/0)) // expect: infinity
System.print((-1).pow(3)) // expect: -1
System.print(2.pow(-1)) // expect: 0.5
System.print(9.pow(0.5)) // expect: 3
System.print(0.pow(0)) // expect: 1
System.print((-8).pow(1/3)) // expect: nan
System.print(1.pow(1/0)) // expect: 1
System.print((-1).pow(1/0)) // expect: 1
System.print(1.pow(0/0)) // expect: 1

// Powers of integers are exact.
System.print(10.pow(-5) == 0.00001) // expect: true
System.print(3.pow(35) % 1000) // expect: 704
System.print((-7).pow(21) == -558545864083284007) // expect: true
System.print(0.pow(-1)) // expect: infinity
